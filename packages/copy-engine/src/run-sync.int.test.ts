import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { createMemoryProvider } from '#tests/support/memory-provider.ts'
import { afterCopy, buildJob, leaveExtent, startTestProvider, sync } from '#tests/support/test-provider.ts'

const HEADER = ['id', 'name', 'ok']

test('a first copy makes the target equal the source, and the next run writes nothing', async () => {
  const memory = createMemoryProvider()
  const rows = [
    HEADER,
    ['007', 'Ann', true],
    ['23E12', '=1+1', false],
    [],
    ['+49', "'quoted", 'TRUE'],
    [1e300, -0.1, 5e-324],
  ]
  const sourceId = await memory.spreadsheet({ rows })
  const targetId = await memory.spreadsheet({ rows: [HEADER] })
  const job = buildJob({ sourceId, targetId })

  const first = await sync(memory.provider, job)
  expect(await memory.read(targetId)).toEqual(rows)
  expect(first).toMatchObject({
    status: 'Success',
    kind: 'copied',
    left: { extent: { rows: 5, width: 3 } },
    cellsChanged: 12,
    writes: 1,
  })

  const second = await sync(memory.provider, afterCopy(job, first))
  expect(second).toMatchObject({ status: 'Success', cellsChanged: 0, writes: 0 })
})

test.each([
  ['a text of 50,000 characters', 'x'.repeat(50_000)],
  ['emoji and line breaks', '👩‍👩‍👧 first\nsecond\r\nthird\u2028fourth'],
  ['a text that reads like a date', '2024-01-31'],
  ['a text with leading and trailing blanks', '  padded  '],
  ['the text null', 'null'],
  ['a whole number past the safe ones', 2 ** 70],
  ['a time of day', 0.520833333333333],
])('%s is copied unchanged', async (_what, cell) => {
  const memory = createMemoryProvider()
  const sourceId = await memory.spreadsheet({ rows: [HEADER, [cell, 'end']] })
  const targetId = await memory.spreadsheet({})
  await sync(memory.provider, buildJob({ sourceId, targetId }))
  expect((await memory.read(targetId))[1]).toEqual([cell, 'end'])
})

test.each(["Jon's data", 'a/b', 'ENT1', 'A1:B2', '😀 sums', '..', '2024', 'x!y'])(
  'a tab named %s is copied',
  async (title) => {
    const memory = createMemoryProvider()
    const sourceId = await memory.spreadsheet({ title: 'other' }, { title, rows: [HEADER, ['a', 1, true]] })
    const targetId = await memory.spreadsheet({ title: 'other', rows: [['mine']] })
    await sync(memory.provider, buildJob({ sourceId, targetId, sourceTab: title, targetTab: title }))
    expect(await memory.read(targetId, title)).toEqual([[], ['a', 1, true]])
    expect(await memory.read(targetId, 'other')).toEqual([['mine']])
  },
)

test('only the columns and rows of the region change', async () => {
  const memory = createMemoryProvider()
  const sourceId = await memory.spreadsheet({ rows: [['skipped'], HEADER, ['a', 1, true], ['b', null, false]] })
  const beside = (row: Cell[]) => [...row, ...Array<Cell>(5 - row.length).fill(''), 'beside']
  const targetId = await memory.spreadsheet({
    rows: [beside(['top']), beside(['head']), beside(['a', 2]), ...Array(4).fill(beside(['old', 'x', 1]))],
  })
  await sync(memory.provider, buildJob({ sourceId, targetId, startRow: 3, last: leaveExtent({ width: 3 }) }))
  expect(await memory.read(targetId)).toEqual([
    beside(['top']),
    beside(['head']),
    beside(['a', 1, true]),
    beside(['b', '', false]),
    ...Array(3).fill(beside([])),
  ])
})

test('columns that the source has lost since the last run are cleared', async () => {
  const memory = createMemoryProvider()
  const sourceId = await memory.spreadsheet({
    rows: [
      ['a', 'b'],
      [1, 2],
    ],
  })
  const targetId = await memory.spreadsheet({
    rows: [
      ['a', 'b', 'c', 'd', 'mine'],
      [1, 2, 3, 4, 'mine'],
    ],
  })
  const outcome = await sync(
    memory.provider,
    buildJob({ sourceId, targetId, last: leaveExtent({ rows: 1, width: 4 }) }),
  )
  expect((await memory.read(targetId))[1]).toEqual([1, 2, '', '', 'mine'])
  expect(outcome).toMatchObject({ cellsChanged: 2, writes: 1, left: { extent: { width: 2 } } })
})

test('a target tab grows to fit a longer and wider source', async () => {
  const memory = createMemoryProvider()
  const rows = Array.from({ length: 1500 }, (_, row) => Array.from({ length: 30 }, (_, column) => row * 100 + column))
  const sourceId = await memory.spreadsheet({ rows })
  const targetId = await memory.spreadsheet({ rowCount: 3, columnCount: 2 })
  await sync(memory.provider, buildJob({ sourceId, targetId, startRow: 1, limits: { chunkSize: 100 } }))
  expect(await memory.read(targetId)).toEqual(rows)
})

test('dates stay numbers, and a target column without a format gets that of the source column', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [['when', 'what', 'price']] })
  await provider.write(sourceId, 'Sheet1!A2', [['2024-01-31', 'text', '12.50%']], 'USER_ENTERED')
  const targetId = await provider.spreadsheet({ rowCount: 1 })
  const job = buildJob({ sourceId, targetId })
  const outcome = await sync(provider.google, job)
  // The grid grows, formats are set, values are written.
  expect(outcome.writes).toBe(3)
  expect((await provider.read(targetId))[1]).toEqual([45322, 'text', 0.125])

  const shown = await provider.call<{ values: string[][] }>('GET', `/${targetId}/values/Sheet1!A2:C2`)
  expect(shown.values).toEqual(
    (await provider.call<{ values: string[][] }>('GET', `/${sourceId}/values/Sheet1!A2:C2`)).values,
  )
  expect(await sync(provider.google, job)).toMatchObject({ writes: 0 })
})

test('the data copy stores dates as text that reads and sorts as dates', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [['day', 'hour', 'time', 'count']] })
  const entered = ['2024-01-31', '13:45:00', '2024-01-31 13:45:00', '45322']
  await provider.write(sourceId, 'Sheet1!A2', [entered, ['later', '', '', '1']], 'USER_ENTERED')
  const targetId = await provider.spreadsheet({})
  const { dataCopy } = await sync(provider.google, buildJob({ sourceId, targetId }))
  expect(dataCopy?.rows).toEqual([
    ['2024-01-31', '13:45:00', '2024-01-31 13:45:00', 45322],
    ['later', '', '', 1],
  ])
})

test("the result of a formula takes its format along, and the target's own formats stay", async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [['day', 'share']] })
  const formulas = ['=DATE(2024,1,31)', '=TEST_RESULT(0.125,"PERCENT","0.0%")']
  await provider.write(sourceId, 'Sheet1!A2', [formulas], 'USER_ENTERED')
  const targetId = await provider.spreadsheet({})
  await provider.write(targetId, 'Sheet1!A2', [['=DATE(2020,1,1)', '$1.00']], 'USER_ENTERED')
  const outcome = await sync(provider.google, buildJob({ sourceId, targetId }))
  expect(outcome.dataCopy?.rows).toEqual([['2024-01-31', 0.125]])
  const { values } = await provider.call<{ values: string[][] }>('GET', `/${targetId}/values/Sheet1!A2:B2`)
  expect(values).toEqual([['1/31/2024', '$0.13']])
})

test('the data copy keeps the days of a duration', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: [['entered', 'computed']] })
  const durations = ['24:00:02', '=TEST_RESULT(1.5,"TIME","[h]:mm:ss")']
  await provider.write(sourceId, 'Sheet1!A2', [durations], 'USER_ENTERED')
  const targetId = await provider.spreadsheet({})
  const { dataCopy } = await sync(provider.google, buildJob({ sourceId, targetId }))
  expect(dataCopy?.rows).toEqual([['24:00:02', '36:00:00']])
  const { values } = await provider.call<{ values: string[][] }>('GET', `/${targetId}/values/Sheet1!A2:B2`)
  expect(values).toEqual([['24:00:02', '36:00:00']])
})

test('three scattered changes are one write of three cells', async () => {
  const memory = createMemoryProvider()
  const rows = Array.from({ length: 3000 }, (_, row) => Array.from({ length: 10 }, (_, column) => `${row}/${column}`))
  const sourceId = await memory.spreadsheet({ rows })
  const targetId = await memory.spreadsheet({ rows })
  await memory.write(sourceId, 'Sheet1!B7', [['new']])
  await memory.write(sourceId, 'Sheet1!J1900', [['']])
  await memory.write(sourceId, 'Sheet1!A2999', [[42]])
  const outcome = await sync(memory.provider, buildJob({ sourceId, targetId }))
  expect(outcome).toMatchObject({ cellsChanged: 3, writes: 1 })
  expect(await memory.read(targetId)).toEqual(await memory.read(sourceId))
})

test('a first copy of 40,000 x 10 cells takes few requests', async () => {
  const memory = createMemoryProvider()
  const rows = Array.from({ length: 40_001 }, (_, row) => Array.from({ length: 10 }, (_, column) => row * 10 + column))
  const sourceId = await memory.spreadsheet({ rows })
  const targetId = await memory.spreadsheet({})
  const outcome = await sync(memory.provider, buildJob({ sourceId, targetId }))
  expect(outcome).toMatchObject({ left: { extent: { rows: 40_000, width: 10 } }, cellsChanged: 400_000 })
  expect(outcome.reads).toBeLessThanOrEqual(12)
  expect(outcome.writes).toBeLessThanOrEqual(5)
  expect(outcome.progress.at(-1)).toEqual({ rowsDone: 40_000, rowsTotal: 40_000, phase: 'writing' })
  expect((await memory.read(targetId)).slice(1)).toEqual(rows.slice(1))
})

test('a tab is copied into another tab of its own spreadsheet, but not into itself', async () => {
  const memory = createMemoryProvider()
  const id = await memory.spreadsheet({ title: 'from', rows: [HEADER, ['a', 1, true]] }, { title: 'to' })
  const job = buildJob({ sourceId: id, targetId: id, sourceTab: 'from', targetTab: 'to' })
  expect(await sync(memory.provider, job)).toMatchObject({ status: 'Success', cellsChanged: 3 })
  await expect(sync(memory.provider, { ...job, target: { id, tab: 'from' } })).rejects.toMatchObject({
    reason: 'same_tab',
  })
})

test('the data copy holds the data rows under the names of their header', async () => {
  const memory = createMemoryProvider()
  const rows = [['a', '', 'a', 'Column B'], [1, 2], [], [3, null, 5, 6]]
  const sourceId = await memory.spreadsheet({ rows })
  const targetId = await memory.spreadsheet({})
  const { dataCopy } = await sync(memory.provider, buildJob({ sourceId, targetId, startRow: 1 }))
  expect(dataCopy?.columns).toEqual(['a', 'Column B', 'a (2)', 'Column B (2)'])
  expect(dataCopy?.rows).toEqual([
    [1, 2, null, null],
    [null, null, null, null],
    [3, '', 5, 6],
  ])
  expect((await memory.read(targetId))[0]).toEqual(rows[0])
})

test('a column of figures of several kinds gets the format of each, and never that of its first for all', async () => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({
    rows: [
      ['figure', 'now'],
      ['margin', 0.2],
      ['orders', 1200],
      ['day', 45000],
    ],
  })
  const targetId = await provider.spreadsheet({})
  const formatCells = [
    [1, { type: 'PERCENT', pattern: '0.00%' }],
    [3, { type: 'DATE', pattern: 'yyyy-mm-dd' }],
  ].map(([row, numberFormat]) => {
    const range = {
      sheetId: 0,
      startRowIndex: row,
      endRowIndex: Number(row) + 1,
      startColumnIndex: 1,
      endColumnIndex: 2,
    }
    return {
      repeatCell: { range, cell: { userEnteredFormat: { numberFormat } }, fields: 'userEnteredFormat.numberFormat' },
    }
  })
  await provider.call('POST', `/${sourceId}:batchUpdate`, { requests: formatCells })
  const shownIn = async (id: string) =>
    (await provider.call<{ values: Cell[][] }>('GET', `/${id}/values/Sheet1!B2:B4`)).values.flat()
  const job = buildJob({ sourceId, targetId })
  expect(await sync(provider.google, job)).toMatchObject({ status: 'Success' })
  expect(await shownIn(targetId)).toEqual(['20.00%', '1200', '2023-03-15'])

  await provider.write(sourceId, 'Sheet1!A5', [['returns', 7]])
  expect(await sync(provider.google, { ...job, last: leaveExtent({ rows: 3, width: 2 }) })).toMatchObject({
    status: 'Success',
  })
  expect((await provider.call<{ values: Cell[][] }>('GET', `/${targetId}/values/Sheet1!B5`)).values).toEqual([['7']])
})
