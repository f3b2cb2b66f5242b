import { expect, test } from 'vitest'
import { buildShapedJob } from '#tests/support/shaped-job.ts'
import { buildJob, leaveExtent, startTestProvider, sync, type TestProvider } from '#tests/support/test-provider.ts'
import type { SyncJob } from './job/sync-job.ts'

interface Pair {
  provider: TestProvider
  sourceId: string
  targetId: string
}

/** Changes cells of the first column below the header; rows count from 1. */
async function change(
  { provider, targetId }: Pair,
  rows: [first: number, last: number],
  request: (range: object) => object,
) {
  const { sheets } = await provider.call<{ sheets: { properties: { sheetId: number } }[] }>('GET', `/${targetId}`)
  const [first, last] = rows
  const sheetId = sheets[0]?.properties.sheetId
  const range = { sheetId, startRowIndex: first - 1, endRowIndex: last, startColumnIndex: 1, endColumnIndex: 2 }
  await provider.call('POST', `/${targetId}:batchUpdate`, { requests: [request(range)] })
}

const format = (numberFormat: object) => (range: object) => ({
  repeatCell: { range, cell: { userEnteredFormat: { numberFormat } }, fields: 'userEnteredFormat.numberFormat' },
})

const asText = format({ type: 'TEXT', pattern: '@' })

/** A target whose second column is formatted as text, which keeps numbers as text. */
async function startPair(build: typeof buildJob = buildJob) {
  const provider = await startTestProvider({ storesNumbersAsText: true })
  const rows = [
    ['Name', 'Amount'],
    ['Ada', 7],
    ['Bob', 8],
    ['Cid', 9],
  ]
  const pair = { provider, sourceId: await provider.spreadsheet({ rows }), targetId: await provider.spreadsheet({}) }
  await change(pair, [2, 4], asText)
  let job: SyncJob = build({ ...pair, last: leaveExtent({ rows: 3, width: 2 }) })
  return Object.assign(pair, {
    /** Runs the next run of the task. Returns its outcome with the number of writes. */
    async run() {
      provider.emulator.requests.clear()
      const outcome = await sync(provider.google, job)
      if (outcome.kind !== 'copied') throw new Error(`The run ended as ${outcome.kind}`)
      job = { ...job, last: { ...job.last, rejected: outcome.left.rejected } }
      const writes = provider.emulator.requests.entries.filter(({ path }) => path.includes('values:batchUpdate'))
      return { ...outcome, writes: writes.length }
    },
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  })
}

test('a difference that formats of the target cause is written twice, and not by later runs', async () => {
  await using pair = await startPair()
  const warning =
    '3 cells of the target, the first in \'Sheet1\'!B2, do not take the value of the source. The first one has the number format "@".'
  const first = await pair.run()
  expect(first).toMatchObject({ status: 'Warning', refusedCells: 3, writes: 2 })
  for (const later of [await pair.run(), await pair.run()]) {
    expect(later).toMatchObject({ status: 'Warning', refusedCells: 3, writes: 0, cellsChanged: 0 })
    expect(later.log.at(-1)).toMatchObject({ level: 'WARNING', message: expect.stringContaining(warning) })
  }
  expect((await pair.provider.read(pair.targetId)).slice(1)).toEqual([
    ['Ada', '7'],
    ['Bob', '8'],
    ['Cid', '9'],
  ])
})

test('a cell is written again once its source, the target or its format changes', async () => {
  await using pair = await startPair()
  const { provider, sourceId, targetId } = pair
  await pair.run()
  await provider.write(sourceId, 'Sheet1!B2', [[70]])
  expect(await pair.run()).toMatchObject({ refusedCells: 3, writes: 2 })
  await provider.write(targetId, 'Sheet1!B3', [['eight']])
  expect(await pair.run()).toMatchObject({ refusedCells: 3, writes: 2 })
  await change(pair, [4, 4], format({ type: 'NUMBER', pattern: '0' }))
  expect(await pair.run()).toMatchObject({ refusedCells: 2, writes: 1, cellsChanged: 1 })
  await change(pair, [2, 4], format({ type: 'NUMBER', pattern: '0' }))
  expect(await pair.run()).toMatchObject({ status: 'Success', refusedCells: 0, writes: 1, cellsChanged: 2 })
  expect((await provider.read(targetId)).slice(1)).toEqual([
    ['Ada', 70],
    ['Bob', 8],
    ['Cid', 9],
  ])
})

test('other cells are written beside those that are kept', async () => {
  await using pair = await startPair()
  await pair.run()
  await pair.provider.write(pair.sourceId, 'Sheet1!A3', [['Bobby']])
  expect(await pair.run()).toMatchObject({ status: 'Warning', refusedCells: 3, writes: 1, cellsChanged: 1 })
  expect((await pair.provider.read(pair.targetId))[2]).toEqual(['Bobby', '8'])
})

test('cells of a copy that begins elsewhere are known by their places in the target', async () => {
  await using pair = await startPair((job) =>
    buildShapedJob({ ...job, shape: { columns: 'Amount', targetCell: 'B1' } }),
  )
  expect(await pair.run()).toMatchObject({ status: 'Warning', refusedCells: 3, writes: 2 })
  expect(await pair.run()).toMatchObject({ status: 'Warning', refusedCells: 3, writes: 0 })
  expect(await pair.provider.read(pair.targetId)).toEqual([
    ['', 'Amount'],
    ['', '7'],
    ['', '8'],
    ['', '9'],
  ])
})
