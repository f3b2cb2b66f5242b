import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { judgeEmptied, lostCellsPercent } from './column-emptied.ts'
import { type JudgedColumn, judgedColumns } from './judged-columns.ts'
import { NO_MEASURES } from './measures.ts'
import { createSourceProfiler } from './source-profile.ts'
import { judgeShrunk, lostPercent } from './source-shrank.ts'

const limits = { measures: [], lossPercent: 30 }

/** The column "Name" of two copies. */
function buildColumn(before: Cell[], after: Cell[]): JudgedColumn {
  const [last, now] = [before, after].map((cells) => {
    const profiler = createSourceProfiler()
    profiler.add(cells.map((cell) => [cell]))
    return profiler.end()
  })
  const [column] = last && now ? judgedColumns({ last, now, header: ['Name'], columns: [1], firstDataRow: 2 }) : []
  if (!column) throw new Error('A column expected')
  return column
}

/** Names; the first names are `blank`. */
const names = (count: number, { missing = 0, blank = '' as Cell } = {}): Cell[] =>
  Array.from({ length: count }, (_, at) => (at < missing ? blank : `Name ${at}`))
const causes = (...given: Parameters<typeof judgeEmptied>) => [
  ...judgeShrunk(...given).map(() => 'source_shrank'),
  ...judgeEmptied(...given).map(() => 'column_emptied'),
]

test.each<[string, number, number | undefined, string[]]>([
  ['69 of 100 rows', 69, 100, ['source_shrank']],
  ['70 of 100 rows, which is the limit', 70, 100, []],
  ['5 of 10 rows', 5, 10, ['source_shrank']],
  ['6 of 10 rows, which lost only 4', 6, 10, []],
  ['more rows', 20, 10, []],
  ['rows of a source that was empty', 5, 0, []],
  ['rows where no earlier copy is known', 1, undefined, []],
  ['no rows, which another guard holds', 0, 100, []],
])('rows: a source with %s', (_what, rows, lastRows, expected) => {
  expect(causes({ rows, lastRows, columns: [] }, limits)).toEqual(expected)
})

test.each<[string, JudgedColumn, string[]]>([
  ['31 of 100 blanks', buildColumn(names(100), names(100, { missing: 31 })), ['column_emptied']],
  ['30 of 100 blanks, which is the limit', buildColumn(names(100), names(100, { missing: 30 })), []],
  ['31 of 100 errors', buildColumn(names(100), names(100, { missing: 31, blank: '#REF!' })), ['column_emptied']],
  ['5 of 10 blanks', buildColumn(names(10), names(10, { missing: 5 })), ['column_emptied']],
  ['4 of 10 blanks, which are too few', buildColumn(names(10), names(10, { missing: 4 })), []],
  ['as many blanks as before', buildColumn(names(100, { missing: 60 }), names(100, { missing: 60 })), []],
  ['0 instead of names', buildColumn(names(100), names(100, { missing: 100, blank: 0 })), []],
])('cells: a column with %s', (_what, column, expected) => {
  expect(causes({ rows: 100, lastRows: 100, columns: [column] }, limits)).toEqual(expected)
})

test('a hold says how much is lost of how much, with a cell before and now', () => {
  const column = buildColumn(names(50), names(50, { missing: 20, blank: '#N/A' }))
  expect(judgeShrunk({ rows: 40, lastRows: 80 }, limits)).toEqual([
    { rows: 40, lastRows: 80, limit: { percent: 50, limitPercent: 30 } },
  ])
  expect(judgeEmptied({ rows: 50, lastRows: 50, columns: [column] }, limits)).toEqual([
    {
      column: 'Name',
      count: 20,
      filled: 30,
      lastFilled: 50,
      cells: [{ row: 2, column: 1, before: 'Name 0', after: '#N/A' }],
      percent: 40,
      limitPercent: 30,
    },
  ])
})

test('cells that vanished with their rows are not lost twice', () => {
  const column = buildColumn(names(100), names(40))
  expect(lostCellsPercent(column, lostPercent(40, 100))).toBe(0)
  expect(causes({ rows: 40, lastRows: 100, columns: [column] }, limits)).toEqual(['source_shrank'])
  const blank = buildColumn(names(100), names(40, { missing: 20 }))
  expect(lostCellsPercent(blank, lostPercent(40, 100))).toBeCloseTo(50)
})

test('what a task usually loses is not held: of its rows, and of the same column', () => {
  const usually = (name: string, { lostRows = 0, lost = 0 }) => {
    const column = { column: name, lost, changedKind: 0, collapsed: 0, moved: 0, newKeys: 0, scale: 1 }
    return { measures: [{ ...NO_MEASURES, lostRows, columns: [column] }], lossPercent: 30 }
  }
  const rows = { rows: 40, lastRows: 100, columns: [] }
  expect(causes(rows, usually('Name', { lostRows: 60 }))).toEqual([])
  expect(causes(rows, usually('Name', { lostRows: 59 }))).toEqual(['source_shrank'])
  const cells = { rows: 100, lastRows: 100, columns: [buildColumn(names(100), names(100, { missing: 60 }))] }
  expect(causes(cells, usually('Name', { lost: 60 }))).toEqual([])
  expect(causes(cells, usually('Name', { lost: 59 }))).toEqual(['column_emptied'])
  expect(causes(cells, usually('Price', { lost: 60 }))).toEqual(['column_emptied'])
})
