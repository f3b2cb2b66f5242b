import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { describeHolds } from '#domain/failures/failure.ts'
import { type Baseline, findKeyColumn } from './baseline.ts'
import { changingHeadersAfter } from './changing-headers.ts'
import type { Hold } from './guards.ts'
import { type CopyFacts, judgeCopy } from './judge-copy.ts'
import { NO_MEASURES } from './measures.ts'
import { createSourceProfiler } from './source-profile.ts'

const HEADER = ['ID', 'Name', 'Price', 'Status']

function sheet(count: number): Cell[][] {
  return Array.from({ length: count }, (_, at) => [
    `K${(at * 7919) % 10_007}`,
    `Name ${(at * 31) % 997}`,
    ((at * 37) % 101) + 0.5,
    at % 3 ? 'open' : 'done',
  ])
}

function profileRows(rows: Cell[][], last?: Baseline) {
  const profiler = createSourceProfiler({ keyColumn: findKeyColumn(last) })
  profiler.add(rows)
  return profiler.end()
}

function buildBaseline(rows: Cell[][], header: Cell[] = HEADER): Baseline {
  const tab = { sheetId: 1, title: 'Data' }
  const profile = profileRows(rows)
  return { source: tab, target: tab, startRow: 1, header, rows: rows.length, width: header.length, profile }
}

function judge(before: Cell[][], after: Cell[][], options: Partial<CopyFacts> & { header?: Cell[] } = {}) {
  const { header = HEADER, ...facts } = options
  const last = buildBaseline(before)
  const profile = profileRows(after, last)
  return judgeCopy({
    now: { header, rows: after.length, width: header.length, firstDataRow: 2, profile },
    last,
    lastRows: undefined,
    measures: [],
    occupied: undefined,
    errors: { errorCells: 0, before: 0, first: undefined },
    tab: 'Data',
    rules: { onColumnChange: 'hold', holdLossPercent: 30 },
    violations: [],
    ...facts,
  })
}

const causes = (...given: Parameters<typeof judge>) => judge(...given).holds.map(({ cause }) => cause)
const withColumn = (rows: Cell[][], column: number, valueAt: (at: number, cell: Cell) => Cell) =>
  rows.map((row, at) => row.map((cell, each) => (each === column ? valueAt(at, cell) : cell)))
const pickColumn = (rows: Cell[][], column: number) => rows.map((row) => row[column] ?? '')

test.each<[string, number, (rows: Cell[][]) => Cell[][], string[]]>([
  ['no rows', 400, () => [], ['source_empty']],
  ['101 rows that became 1', 101, (rows) => rows.slice(0, 1), ['source_shrank']],
  ['5,000 rows that became 2,600', 5000, (rows) => rows.slice(0, 2600), ['source_shrank']],
  ['a tenth removed', 400, (rows) => rows.filter((_, at) => at % 10 > 0), []],
  ['a column that lost its values', 400, (rows) => withColumn(rows, 2, () => ''), ['column_emptied']],
  ['a column of errors', 400, (rows) => withColumn(rows, 1, () => '#REF!'), ['column_emptied']],
  ['numbers that became text', 400, (rows) => withColumn(rows, 2, (_, cell) => String(cell)), ['kind_changed']],
  ['a column with one value', 400, (rows) => withColumn(rows, 2, () => 5), ['column_collapsed']],
  [
    'a column sorted alone',
    400,
    (rows) => {
      const sorted = pickColumn(rows, 2).toSorted((one, other) => Number(one) - Number(other))
      return withColumn(rows, 2, (at) => sorted[at] ?? '')
    },
    ['column_moved'],
  ],
  [
    'a column shifted by one cell',
    400,
    (rows) => withColumn(rows, 1, (at) => rows[at - 1]?.[1] ?? ''),
    ['column_moved'],
  ],
  [
    'two columns that changed places below their headers',
    400,
    (rows) => rows.map(([id = '', name = '', ...rest]) => [name, id, ...rest]),
    ['columns_exchanged', 'keys_replaced'],
  ],
  [
    'a decimal point that was dropped',
    400,
    (rows) => withColumn(rows, 2, (_, cell) => Number(cell) * 10),
    ['numbers_scaled'],
  ],
  ['prices in another currency', 400, (rows) => withColumn(rows, 2, (_, cell) => Number(cell) * 7), []],
  ['names in capitals', 400, (rows) => withColumn(rows, 1, (_, cell) => String(cell).toUpperCase()), []],
  [
    'a column of text beside one without values',
    400,
    (rows) =>
      withColumn(
        withColumn(rows, 2, (_, cell) => String(cell)),
        1,
        () => '',
      ),
    ['column_emptied', 'kind_changed'],
  ],
  [
    'a column of text in a few rows that are left',
    400,
    (rows) => withColumn(rows.slice(0, 100), 2, (_, cell) => String(cell)),
    ['source_shrank'],
  ],
  ['other rows', 400, (rows) => withColumn(rows, 0, (_, cell) => `Z${cell}`), ['keys_replaced']],
  ['all rows twice', 400, (rows) => [...rows, ...rows], ['rows_repeated']],
  ['sorted whole', 400, (rows) => rows.toSorted((one, other) => Number(one[2]) - Number(other[2])), []],
  ['rows inserted at the top', 400, (rows) => [['new', 'x', 1, 'open'], ...rows], []],
  ['all prices raised', 400, (rows) => withColumn(rows, 2, (_, cell) => Number(cell) * 1.1), []],
  ['all states moved on', 400, (rows) => withColumn(rows, 3, (_, cell) => (cell === 'open' ? 'done' : 'closed')), []],
])('%s', (_what, count, change, expected) => {
  const rows = sheet(count)
  expect(causes(rows, change(rows))).toEqual(expected)
})

test.each<[string, Cell[], string[], string[]]>([
  ['swapped', ['ID', 'Price', 'Name', 'Status'], ['columns_changed'], []],
  ['deleted', ['ID', 'Price', 'Status'], ['columns_changed'], []],
  ['renamed', ['ID', 'Name', 'Cost', 'Status'], ['columns_changed'], []],
  ['the last one deleted', ['ID', 'Name', 'Price'], ['columns_changed'], []],
  ['a new last one', [...HEADER, 'Note'], [], ['columns_added']],
  ['the same', HEADER, [], []],
])('columns: %s', (_what, header, holds, notes) => {
  const rows = sheet(50)
  const after = rows.map((row) =>
    header.map((name) => row[HEADER.indexOf(name === 'Cost' ? 'Price' : String(name))] ?? ''),
  )
  const judged = judge(rows, after, { header })
  expect(judged.holds.map(({ cause }) => cause)).toEqual(expect.arrayContaining(holds))
  expect(judged.notes.map(({ cause }) => cause)).toEqual(expect.arrayContaining(notes))
  const followed = judge(rows, after, { header, rules: { onColumnChange: 'follow', holdLossPercent: 30 } })
  expect(followed.holds).toEqual([])
  expect(followed.notes.map(({ cause }) => cause)).toEqual(expect.arrayContaining([...holds, ...notes]))
})

test('a header cell whose change a person accepted counts by its position from then on', () => {
  const rows = sheet(50)
  const header = ['ID', 'Name', 'As of 8 June', 'Status']
  const { holds } = judge(rows, rows, { header })
  const last = { ...buildBaseline(rows, header), changingHeaders: changingHeadersAfter(buildBaseline(rows), holds) }
  expect(last.changingHeaders).toEqual([3])
  expect(causes(rows, rows, { last, header: ['ID', 'Name', 'As of 9 June', 'Status'] })).toEqual([])
  expect(causes(rows, rows, { last, header: ['Name', 'ID', 'As of 9 June', 'Status'] })).toContain('columns_changed')
})

test('an accepted loss is the limit of the next ones', () => {
  const rows = sheet(400)
  const { measures, holds } = judge(rows, rows.slice(0, 100))
  expect(describeHolds(holds)).toContain(
    'from 400 rows to 100 rows since the last successful run. 75 % lost, the limit is 30 %.',
  )
  expect(causes(rows, rows.slice(0, 100), { measures: [measures] })).toEqual([])
  expect(causes(rows, rows.slice(0, 90), { measures: [measures] })).toEqual(['source_shrank'])
})

test('nothing is judged that is not known, and rows by what is known', () => {
  const rows = sheet(50)
  expect(causes(rows, rows.slice(0, 10), { last: undefined })).toEqual([])
  const { holds, measures } = judge(rows, rows.slice(0, 10), { last: undefined, lastRows: 50 })
  expect(holds.map(({ cause }) => cause)).toEqual(['source_shrank'])
  expect(measures).toEqual({ lostRows: 80, repeatedRows: 0, columns: [] })
})

test('100 percent switches the rule about losses off, but an empty source always holds', () => {
  const rows = sheet(50)
  const rules = { onColumnChange: 'hold', holdLossPercent: 100 } as const
  expect(causes(rows, rows.slice(0, 1), { rules })).toEqual([])
  expect(causes(rows, [], { rules })).toEqual(['source_empty'])
})

test('a change of character that a person accepted is usual from then on', () => {
  const rows = sheet(400)
  const moved = withColumn(rows, 1, (at) => rows[at - 1]?.[1] ?? '')
  const { measures } = judge(rows, moved)
  expect(causes(rows, moved, { measures: [measures] })).toEqual([])
  const text = withColumn(rows, 2, (_, cell) => String(cell))
  expect(causes(rows, text, { measures: [measures] })).toEqual(['kind_changed'])
})

test('the limit of the type counts for changes of character too', () => {
  const rows = sheet(400)
  const half = withColumn(rows, 2, (at, cell) => (at % 2 ? String(cell) : cell))
  expect(causes(rows, half)).toEqual(['kind_changed'])
  expect(causes(rows, half, { rules: { onColumnChange: 'hold', holdLossPercent: 60 } })).toEqual([])
  const off = { onColumnChange: 'hold', holdLossPercent: 100 } as const
  const scaled = withColumn(rows, 2, (_, cell) => Number(cell) * 100)
  expect(causes(rows, scaled, { rules: off })).toEqual([])
})

test('columns that changed places are followed where the type says so', () => {
  const rows = sheet(400)
  const exchanged = rows.map(([id = '', name = '', ...rest]): Cell[] => [
    id,
    ...rest.slice(0, 1),
    name,
    ...rest.slice(1),
  ])
  const judged = judge(rows, exchanged, { rules: { onColumnChange: 'follow', holdLossPercent: 100 } })
  expect(judged.holds).toEqual([])
  expect(judged.notes).toEqual([{ cause: 'columns_exchanged', columns: ['Name', 'Price'] }])
})

test.each<[string, Cell[]]>([
  ['a gap', ['ID', '', 'Price', 'Status']],
  ['a number', ['ID', 2025, 'Price', 'Status']],
  ['a name twice', ['ID', 'Price', 'Price', 'Status']],
  ['no names', ['', '', '', '']],
])('a first row with %s is no header whose columns could change', (_what, header) => {
  const rows = sheet(50)
  expect(
    judge(rows, rows, { last: buildBaseline(rows, header), header: ['No', 'Who', 'Cost', 'State', 'Note'] }),
  ).toEqual({
    holds: [],
    notes: [],
    measures: NO_MEASURES,
  })
})

test('cells of other people and what a task expects are held beside what else is found', () => {
  const rows = sheet(50)
  const occupied = { percent: undefined, rows: 1, count: 1, cells: [] }
  const violation: Hold = { cause: 'expected_filled', column: 'Name', count: 1, cells: [] }
  const errors = { errorCells: 20, before: 0, first: 'B2' }
  const { holds } = judge(rows, rows.slice(0, 10), { occupied, errors, violations: [violation], tab: 'Budget' })
  expect(holds).toMatchObject([
    { cause: 'error_jump' },
    { cause: 'other_cells', tab: 'Budget' },
    { cause: 'source_shrank' },
    violation,
  ])
})

test('an empty source that a person accepted is no usual loss', () => {
  const rows = sheet(50)
  const occupied = { percent: undefined, rows: 1, count: 1, cells: [] }
  const judged = judge(rows, [], { occupied })
  expect(judged).toEqual({ holds: [{ cause: 'source_empty' }], notes: [], measures: NO_MEASURES })
})

test.each<[string, (rows: Cell[][]) => Cell[][], string[]]>([
  ['no column, if rows are in another order', (rows) => rows.toReversed(), []],
  ['the columns that lost cells', (rows) => withColumn(rows, 1, (at, cell) => (at % 10 ? cell : '')), ['Name']],
  ['the columns whose numbers became larger', (rows) => withColumn(rows, 2, (_, cell) => Number(cell) * 2), ['Price']],
])('a copy remembers as usual %s', (_what, change, expected) => {
  const rows = sheet(400)
  const { measures } = judge(rows, change(rows))
  expect(measures.columns.map(({ column }) => column)).toEqual(expected)
})
