import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { dayNumber } from '#domain/recognize/day-number.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import { afterRun, buildShapedJob } from '#tests/support/shaped-job.ts'
import { buildJob, RULES, startTestProvider, sync, type TestProvider } from '#tests/support/test-provider.ts'

const [JANUARY, FEBRUARY] = [dayNumber('2025-01-01') ?? 0, dayNumber('2025-02-01') ?? 0]
const ROWS: Cell[][] = [
  ['id', JANUARY, FEBRUARY],
  [1, 5, 9],
  [2, 6, 10],
]

/** A plan with a column for each month, with headers shown by a pattern. */
async function addPlan(provider: TestProvider, { pattern, rows = ROWS }: { pattern: string; rows?: Cell[][] }) {
  const id = await provider.spreadsheet({ rows })
  const range = { sheetId: 0, startRowIndex: 0, endRowIndex: 1, startColumnIndex: 1 }
  const cell = { userEnteredFormat: { numberFormat: { type: 'DATE', pattern } } }
  const requests = [{ repeatCell: { range, cell, fields: 'userEnteredFormat.numberFormat' } }]
  await provider.call('POST', `/${id}:batchUpdate`, { requests })
  return id
}

test.each([
  ['yyyy-mm-dd', '2025-02-01'],
  ['mmm yyyy', 'Feb 2025'],
  ['d.m.yyyy', '1.2.2025'],
])('a column below a date of the pattern %s is chosen as %s, and named so in the data copy', async (pattern, shown) => {
  await using provider = await startTestProvider()
  const sourceId = await addPlan(provider, { pattern })
  const targetId = await provider.spreadsheet({})
  const shape = { targetCell: 'A1', columns: `id, ${shown}`, rows: `${shown} > 9` }
  const job = buildShapedJob({ sourceId, targetId, shape })
  const first = await sync(provider.google, job)
  expect(first).toMatchObject({ status: 'Success', rows: 1, dataCopy: { columns: ['id', shown] } })
  expect(await provider.read(targetId)).toEqual([
    ['id', FEBRUARY],
    [2, 10],
  ])
})

test('the next run knows what the header shows without another request, until the header changes', async () => {
  await using provider = await startTestProvider()
  const sourceId = await addPlan(provider, { pattern: 'yyyy-mm-dd' })
  const targetId = await provider.spreadsheet({})
  const job = buildShapedJob({ sourceId, targetId, shape: { targetCell: 'A1', columns: 'id, 2025-02-01' } })
  const first = await sync(provider.google, job)
  const next = await countRequests(provider, () => sync(provider.google, afterRun(job, first)))
  expect(next).toMatchObject({ reads: 2, writes: 0, outcome: { status: 'Success', cellsChanged: 0 } })
  await provider.write(sourceId, 'B1', [[FEBRUARY, JANUARY]])
  const moved = await sync(provider.google, afterRun(job, first))
  expect(moved).toMatchObject({ status: 'Success' })
  expect(await provider.read(targetId)).toEqual([
    ['id', FEBRUARY],
    [1, 5],
    [2, 6],
  ])
})

test('a whole tab with dates above its columns names them as shown, run after run', async () => {
  await using provider = await startTestProvider()
  const sourceId = await addPlan(provider, { pattern: 'mmm yyyy' })
  const targetId = await provider.spreadsheet({})
  const job = buildJob({ sourceId, targetId, startRow: 1 })
  const first = await sync(provider.google, job)
  expect(first.dataCopy?.columns).toEqual(['id', 'Jan 2025', 'Feb 2025'])
  await provider.write(sourceId, 'A3', [[3]])
  const next = await sync(provider.google, afterRun(job, first))
  expect(next.dataCopy?.columns).toEqual(['id', 'Jan 2025', 'Feb 2025'])
  expect(await provider.read(targetId)).toEqual([ROWS[0], ROWS[1], [3, 6, 10]])
})

test('sources that show the same months in other patterns share their columns', async () => {
  await using provider = await startTestProvider()
  const sourceId = await addPlan(provider, { pattern: 'mmm yyyy' })
  const other = await addPlan(provider, {
    pattern: 'yyyy-mm-dd',
    rows: [
      ['id', FEBRUARY],
      [3, 11],
    ],
  })
  const targetId = await provider.spreadsheet({})
  const moreSources = [{ source_ss_id: other, source_sheet_name: '' }]
  const job = buildShapedJob({ sourceId, targetId, shape: { targetCell: 'A1', moreSources, rows: 'Feb 2025 > 9' } })
  const first = await sync(provider.google, job)
  expect(first).toMatchObject({ status: 'Success', dataCopy: { columns: ['id', 'Jan 2025', 'Feb 2025'] } })
  const rows = [ROWS[0], [2, 6, 10], [3, '', 11]]
  expect(await provider.read(targetId)).toEqual(rows)
  const next = await sync(provider.google, afterRun(job, first))
  expect(next).toMatchObject({ status: 'Success', cellsChanged: 0 })
})

test('keys and expectations name columns below dates as shown, and still by their serial number', async () => {
  await using provider = await startTestProvider()
  const sourceId = await addPlan(provider, {
    pattern: 'd mmm',
    rows: [
      [FEBRUARY, JANUARY],
      ['A', 1],
    ],
  })
  const targetId = await provider.spreadsheet({
    rows: [
      ['Feb', 'Jan'],
      ['A', 0],
    ],
  })
  const shape = { mode: 'update' as const, keyColumns: `${FEBRUARY}`, targetCell: 'A1', header: false }
  const expectations = { filled: ['1 Jan'], unique: [`${FEBRUARY}`] }
  const job = buildShapedJob({ sourceId, targetId, shape, rules: { ...RULES, expectations } })
  expect(await sync(provider.google, job)).toMatchObject({ status: 'Success' })
  const missing = { ...job, rules: { ...RULES, expectations: { filled: ['1 Mar'], unique: [] } } }
  expect(await sync(provider.google, missing)).toMatchObject({ kind: 'held', holds: [{ cause: 'expected_missing' }] })
  expect(await provider.read(targetId)).toEqual([
    ['Feb', 'Jan'],
    ['A', 1],
  ])
})
