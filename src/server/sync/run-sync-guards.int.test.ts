import { expect, test } from 'vitest'
import { aJob, startSyncWorld, sync } from '#tests/support/sync-world.ts'

const HEADER = ['id', 'name', 'ok']

test('a source without data rows is held until a person allows it', async () => {
  await using world = await startSyncWorld()
  const sourceId = await world.spreadsheet({ rows: [HEADER] })
  const targetId = await world.spreadsheet({ rows: [HEADER, ['a', 1, true]] })
  const job = aJob({ sourceId, targetId })
  const held = await sync(world.google, job)
  expect(held).toMatchObject({ status: 'Warning', held: true, writes: 0, rows: 0, dataCopy: undefined })
  expect(held.log.at(-1)).toMatchObject({ level: 'WARNING' })

  expect(await sync(world.google, { ...job, allowShrink: true })).toMatchObject({ status: 'Success', cellsChanged: 3 })
  expect(await world.read(targetId)).toEqual([HEADER])
})

test('a source that lost most of its rows is held', async () => {
  await using world = await startSyncWorld()
  const rows = Array.from({ length: 101 }, (_, row) => [row])
  const sourceId = await world.spreadsheet({ rows })
  const targetId = await world.spreadsheet({})
  const job = aJob({ sourceId, targetId, lastRows: 300, lastWidth: 1 })
  expect(await sync(world.google, job)).toMatchObject({ held: true, writes: 0 })
})

test('error values are copied as text and named in a warning', async () => {
  await using world = await startSyncWorld()
  const sourceId = await world.spreadsheet({
    title: 'Rates',
    rows: [HEADER, ['a', 1, true], ['b', 2, '#REF!'], ['#N/A']],
  })
  const targetId = await world.spreadsheet({})
  const outcome = await sync(world.google, aJob({ sourceId, targetId }))
  expect(outcome).toMatchObject({ status: 'Warning', held: false })
  expect(outcome.log.at(-1)?.message).toContain("'Rates'!C3 has the error #REF! (2 cells have errors)")
  expect(await world.read(targetId)).toEqual([[], ...(await world.read(sourceId, 'Rates')).slice(1)])
})

test('a source that keeps loading fails the attempt before anything is written', async () => {
  await using world = await startSyncWorld()
  const sourceId = await world.spreadsheet({ rows: [HEADER, ['a', 'Loading...', true]] })
  const targetId = await world.spreadsheet({ rows: [HEADER, ['old']] })
  await expect(sync(world.google, aJob({ sourceId, targetId }))).rejects.toMatchObject({
    reason: 'still_loading',
    retryable: true,
    writes: 0,
  })
  expect(await world.read(targetId)).toEqual([HEADER, ['old']])
})

test('a spreadsheet that would pass 10,000,000 cells is refused before any write', async () => {
  await using world = await startSyncWorld()
  const sourceId = await world.spreadsheet({ rows: [HEADER, ['a', 1, true]], rowCount: 900_000, columnCount: 3 })
  await world.write(sourceId, 'Sheet1!A900000', [['end']])
  const targetId = await world.spreadsheet({}, { title: 'big', rowCount: 90_000, columnCount: 100 })
  await expect(sync(world.google, aJob({ sourceId, targetId }))).rejects.toMatchObject({
    reason: 'cell_limit',
    retryable: false,
    writes: 0,
  })
})

test('a missing source tab is named with the tabs that are there', async () => {
  await using world = await startSyncWorld()
  const sourceId = await world.spreadsheet({ title: 'Jan' }, { title: 'Feb' })
  const targetId = await world.spreadsheet({})
  await expect(sync(world.google, aJob({ sourceId, targetId, sourceTab: 'Mar' }))).rejects.toMatchObject({
    reason: 'tab_missing',
    retryable: false,
    message: expect.stringContaining("no tab named 'Mar'; its tabs are 'Jan', 'Feb'"),
  })
})

test('a missing spreadsheet is told from a missing tab', async () => {
  await using world = await startSyncWorld()
  const targetId = await world.spreadsheet({})
  await expect(sync(world.google, aJob({ sourceId: 'nowhere', targetId }))).rejects.toMatchObject({
    reason: 'not_found',
    retryable: false,
    message: expect.stringContaining('The source spreadsheet nowhere was not found'),
  })
})

test('no request starts after a stop', async () => {
  const stop = new AbortController()
  let requests = 0
  await using world = await startSyncWorld({
    metrics: {
      requested: () => {
        requests += 1
      },
    },
  })
  const rows = Array.from({ length: 3000 }, (_, row) => [row])
  const sourceId = await world.spreadsheet({ rows })
  const targetId = await world.spreadsheet({})
  const reason = new Error('stopped by a person')
  let atStop = 0
  const onProgress = () => {
    atStop = requests
    stop.abort(reason)
  }
  await expect(
    sync(world.google, aJob({ sourceId, targetId, chunkSize: 500 }), { signal: stop.signal, onProgress }),
  ).rejects.toBe(reason)
  expect(requests).toBe(atStop)
  expect(await world.read(targetId)).toEqual([])
})

test.each([
  ['permission_denied', 'not_shared', 'may not open the source spreadsheet'],
  ['revoked', 'unauthenticated', 'does not accept the credentials'],
  ['not_found', 'not_found', 'was not found'],
] as const)('a read refused as %s ends the run with a cure', async (answer, reason, words) => {
  await using world = await startSyncWorld()
  const sourceId = await world.spreadsheet({ rows: [HEADER, ['a', 1, true]] })
  const targetId = await world.spreadsheet({})
  world.emulator.faults.add({ spreadsheetId: sourceId, effect: { answer } })
  await expect(sync(world.google, aJob({ sourceId, targetId }))).rejects.toMatchObject({
    reason,
    retryable: false,
    message: expect.stringContaining(words),
  })
})

test('a protected target range ends the run with a cure', async () => {
  await using world = await startSyncWorld()
  const sourceId = await world.spreadsheet({ rows: [HEADER, ['a', 1, true]] })
  const targetId = await world.spreadsheet({})
  world.emulator.faults.add({ kind: 'write', effect: { answer: 'protected_range' } })
  await expect(sync(world.google, aJob({ sourceId, targetId }))).rejects.toMatchObject({
    reason: 'protected',
    retryable: false,
    writes: 1,
    targetTitle: 'Untitled spreadsheet',
    message: expect.stringContaining('are protected'),
  })
})

test.each(['unavailable', 'internal', 'dropped'] as const)(
  'a provider that is %s throughout fails the attempt after five tries',
  async (answer) => {
    await using world = await startSyncWorld()
    const sourceId = await world.spreadsheet({ rows: [HEADER, ['a', 1, true]] })
    const targetId = await world.spreadsheet({})
    world.emulator.faults.add({ spreadsheetId: sourceId, effect: { answer } })
    const failure = {
      reason: 'unavailable',
      retryable: true,
      reads: 6,
      message: expect.stringContaining('did not answer'),
    }
    await expect(sync(world.google, aJob({ sourceId, targetId }))).rejects.toMatchObject(failure)
  },
)

test('a provider whose quota others used up is waited for, and asked again', async () => {
  await using world = await startSyncWorld()
  const sourceId = await world.spreadsheet({ rows: [HEADER, ['a', 1, true]] })
  const targetId = await world.spreadsheet({})
  world.emulator.faults.add({ kind: 'write', count: 1, effect: { answer: 'rate_limited', html: true } })
  const outcome = await sync(world.google, aJob({ sourceId, targetId }))
  expect(outcome).toMatchObject({ status: 'Success', writes: 2 })
  expect(outcome.waits.at(0)).toBeInstanceOf(Date)
  expect(outcome.waits.at(-1)).toBeNull()
})
