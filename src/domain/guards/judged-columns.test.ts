import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { buildJudgedColumn, buildJudgedRows } from '#tests/support/build-judged-rows.ts'
import { findExamples } from './judged-columns.ts'

const header = ['ID', 'Name', 'Price']
const rows = [
  ['K1', 'Pen', 1.5],
  ['K2', 'Ink', 2.5],
]

test('each column of the last copy is compared with the one that has its name now', () => {
  const after = rows.map(([id = '', name = '', price = '']) => [price, 'new', id, name])
  const { columns } = buildJudgedRows(rows, after, { header, headerNow: ['Price', 'Note', 'ID', 'Name'] })
  expect(columns.map(({ name, lastColumn, column }) => [name, lastColumn, column])).toEqual([
    ['ID', 1, 3],
    ['Name', 2, 4],
    ['Price', 3, 1],
  ])
  for (const { before, after: same } of columns) expect(same.values).toEqual(before.values)
})

test('a column that is missing is not compared', () => {
  const after = rows.map(([id = '', , price = '']) => [id, price])
  const { columns } = buildJudgedRows(rows, after, { header, headerNow: ['ID', 'Price'] })
  expect(columns.map(({ name }) => name)).toEqual(['ID', 'Price'])
})

test('a column that has its header and no values any more is compared with an empty one', () => {
  const { columns } = buildJudgedRows(
    rows,
    rows.map((row) => row.slice(0, 2)),
    { header },
  )
  const [, , price] = columns
  expect(price).toMatchObject({ name: 'Price', column: 3, before: { filled: 2 }, after: { filled: 0, distinct: 0 } })
})

type Kinds = Parameters<typeof findExamples>[1]
const ALL = ['text', 'number', 'boolean', 'error', 'empty'] as const
const ANY: Kinds = { from: ALL, to: ALL }

test.each<[string, Cell[], Cell[], Kinds, { row: number; before: Cell; after: Cell }]>([
  ['a number that became text', [1, 2, 3], ['1', '2', '3'], ANY, { row: 2, before: 1, after: '1' }],
  ['a number that became another', [1, 2, 3], [10, 20, 30], ANY, { row: 2, before: 1, after: 10 }],
  ['a value that vanished', ['', 5, 6], ['', '', 6], ANY, { row: 3, before: 5, after: '' }],
  ['a value of a column that vanished whole', [5, 6], ['', ''], ANY, { row: 2, before: 5, after: '' }],
  ['an empty cell that was filled', ['', 5], [true, 5], ANY, { row: 2, before: '', after: true }],
  ['an error below what stayed', ['n/a', 2, 3], ['n/a', '#N/A', 3], ANY, { row: 3, before: 2, after: '#N/A' }],
  ['the topmost change', ['', '', 1], ['', 'x', 2], ANY, { row: 3, before: '', after: 'x' }],
  [
    'the kinds that are asked for',
    [5, 'a'],
    [6, true],
    { from: ['text'], to: ALL },
    { row: 3, before: 'a', after: true },
  ],
  [
    'the kind it should have now',
    [5, 'a'],
    [6, true],
    { from: ALL, to: ['boolean'] },
    { row: 3, before: 'a', after: true },
  ],
])('an example shows %s', (_what, before, after, kinds, cell) => {
  expect(findExamples(buildJudgedColumn(before, after), kinds)).toEqual([{ column: 1, ...cell }])
})

test.each<[string, Cell[], Cell[]]>([
  ['nothing changed', [1, 'a'], [1, 'a']],
  ['it is not known what a cell was', [1, 2], [1, 'b']],
  ['it is not known what became of a cell', [1, 'a'], [1, 2]],
  ['there are no values', ['', ''], ['', '']],
])('no example is given where %s', (_what, before, after) => {
  expect(findExamples(buildJudgedColumn(before, after), ANY)).toEqual([])
})
