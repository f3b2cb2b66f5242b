import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { keepChanges } from '#tests/support/memory-changes.ts'
import { buildJob, startTestProvider, sync } from '#tests/support/test-provider.ts'

const HEADER = ['id', 'name', 'ok']

test('a run records each cell before and after, and nothing when it writes nothing', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [HEADER, ['007', 'Ann', true], [2, 'Bo'], [3]] })
  const targetId = await provider.spreadsheet({ rows: [HEADER, ['007', 'Anna'], [2, 'Bo', 'old'], [], ['gone']] })
  const job = buildJob({ sourceId, targetId, startRow: 2 })
  const { changes } = await sync(provider.google, job)
  expect(changes.tab).toMatchObject({
    targetSsId: targetId,
    targetTab: 'Sheet1',
    columns: expect.arrayContaining(HEADER),
  })
  expect(changes.cells).toEqual([
    { row: 2, column: 2, before: 'Anna', after: 'Ann' },
    { row: 2, column: 3, before: null, after: true },
    { row: 4, column: 1, before: null, after: 3 },
    { row: 3, column: 3, before: 'old', after: '' },
    { row: 5, column: 1, before: 'gone', after: '' },
  ])
  expect((await sync(provider.google, job)).changes.tab).toBeUndefined()
})

test('a formula is recorded as it was entered, and the cells that it fills as empty', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [HEADER, [5, 'x'], [6, 'y']] })
  const targetId = await provider.spreadsheet({ rows: [HEADER] })
  await provider.write(
    targetId,
    'Sheet1!A2:B3',
    [
      ['=1+1', '=1'],
      ['text', ''],
    ],
    'USER_ENTERED',
  )
  await provider.write(targetId, 'Sheet1!B3', [['=not a formula']])
  const { changes } = await sync(provider.google, buildJob({ sourceId, targetId }))
  expect(changes.cells.map(({ before }) => before)).toEqual([
    { formula: '=1+1' },
    { formula: '=1' },
    'text',
    '=not a formula',
  ])
})

test('number formats are recorded before they are replaced, as they were in every cell', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [HEADER] })
  await provider.write(sourceId, 'Sheet1!A2', [['2024-01-31']], 'USER_ENTERED')
  const targetId = await provider.spreadsheet({ rowCount: 30, rows: [HEADER] })
  await provider.write(targetId, 'Sheet1!A20', [['12.50%']], 'USER_ENTERED')
  const { changes } = await sync(provider.google, buildJob({ sourceId, targetId }))
  const date = expect.objectContaining({ type: 'DATE' })
  expect(changes.formats).toEqual([
    { column: 1, firstRow: 2, lastRow: 19, before: null, after: date },
    { column: 1, firstRow: 20, lastRow: 20, before: expect.objectContaining({ type: 'PERCENT' }), after: date },
    { column: 1, firstRow: 21, lastRow: 30, before: null, after: date },
  ])
})

test('cells are recorded before the request that writes them, and those of a later request are not', async () => {
  await using provider = await startTestProvider()
  const rows = Array.from({ length: 40_000 }, (_, row) => Array.from({ length: 10 }, (_, at) => `${row} ${at} text`))
  const sourceId = await provider.spreadsheet({ rows })
  const targetId = await provider.spreadsheet({ rowCount: 40_000, columnCount: 10 })
  const { store, recorded } = keepChanges()
  provider.emulator.faults.add({ kind: 'write', after: 1, effect: { answer: 'unavailable' } })
  await sync(provider.google, buildJob({ sourceId, targetId, startRow: 1 }), { changes: store }).catch(() => undefined)
  provider.emulator.faults.clear()
  const written = (await provider.read(targetId)).flat().filter((cell: Cell) => cell !== '').length
  expect(written).toBeGreaterThan(0)
  expect(recorded.cells.length).toBeGreaterThanOrEqual(written)
  expect(recorded.cells.length).toBeLessThan(400_000)
})

test('changes that are too many to keep are counted, and the log says so before anything is written', async () => {
  await using provider = await startTestProvider()
  const rows = Array.from({ length: 3000 }, (_, row) => [row, Math.sin(row), `text ${row}`])
  const sourceId = await provider.spreadsheet({ rows })
  const targetId = await provider.spreadsheet({ rowCount: 3000 })
  const { store, recorded } = keepChanges({ maxBytes: 20_000 })
  const beforeWriting: string[] = []
  const log: string[] = []
  const outcome = await sync(provider.google, buildJob({ sourceId, targetId, startRow: 1 }), {
    changes: store,
    tempDir: tmpdir(),
    log: (_level, message) => log.push(message),
    willWrite: async () => void beforeWriting.push(...log),
  })
  expect(beforeWriting).toContainEqual('This run cannot be undone: it changes 9,000 cells, which is too much to keep.')
  expect(outcome.status).toBe('Success')
  expect(recorded.givenUp).toEqual({ filled: 9000, changed: 0, cleared: 0 })
  expect(recorded.cells).toEqual([])
})
