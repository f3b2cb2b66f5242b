import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { readTargetList } from './read-target-list.ts'

const columns = { value: 1, link: 2, tab: 3 }

function readRows(rows: Cell[][], options: Partial<Parameters<typeof readTargetList>[0]> = {}) {
  return readTargetList({
    columns,
    rows: rows.map((cells, index) => [index + 2, cells] as const),
    errors: [],
    locale: 'en-US',
    ...options,
  })
}

test.each<[Cell[], { value: string; targetSsId: string; tabName: string }]>([
  [['North', 'abc', 'Orders'], { value: 'North', targetSsId: 'abc', tabName: 'Orders' }],
  [[' North ', ' abc ', null], { value: 'North', targetSsId: 'abc', tabName: '' }],
  [[7, 'https://docs.google.com/spreadsheets/d/abc/edit', 2026], { value: '7', targetSsId: 'abc', tabName: '2026' }],
  [
    ['A', 'https://docs.google.com/spreadsheets/d/abc/edit#gid=5', '\u200b'],
    { value: 'A', targetSsId: 'abc', tabName: '#gid=5' },
  ],
  [
    ['A', 'https://docs.google.com/spreadsheets/d/abc/edit#gid=5', 'Orders'],
    { value: 'A', targetSsId: 'abc', tabName: 'Orders' },
  ],
])('%j is a target', (cells, target) => {
  expect(readRows([cells])).toEqual({ targets: [expect.objectContaining(target)], problems: [] })
})

test('empty rows, and columns that are not asked for, do not matter', () => {
  const { targets, problems } = readRows([
    [null, ''],
    ['North', 'abc', 'Tab', 'note'],
    [' ', null, '', 'note'],
  ])
  expect(targets).toHaveLength(1)
  expect(problems).toEqual([])
})

test('a list without a column of tabs leads to the first tab of each file', () => {
  const { targets } = readRows([['North', 'abc', 'Tab']], { columns: { ...columns, tab: undefined } })
  expect(targets).toEqual([expect.objectContaining({ tabName: '' })])
})

test.each<[string, Cell[][], object[]]>([
  [
    'a value twice',
    [
      ['North', 'a'],
      ['nORTH ', 'b'],
    ],
    [{ kind: 'same_value', row: 3, column: 1, otherRow: 2 }],
  ],
  [
    'a number twice',
    [
      [7, 'a'],
      ['7', 'b'],
    ],
    [{ kind: 'same_value', row: 3, column: 1, otherRow: 2 }],
  ],
  [
    'a tab twice',
    [
      ['A', 'a', 'Tab'],
      ['B', 'a', ' tAB'],
    ],
    [{ kind: 'same_tab', row: 3, column: 3, otherRow: 2 }],
  ],
  [
    'a first tab twice',
    [
      ['A', 'a'],
      ['B', 'a'],
    ],
    [{ kind: 'same_tab', row: 3, column: 3, otherRow: 2 }],
  ],
  ['no link', [['A', ' ', 'Tab']], [{ kind: 'no_link', row: 2, column: 2 }]],
  ['no value', [[null, 'a', 'Tab']], [{ kind: 'no_value', row: 2, column: 1 }]],
  ['words for a link', [['A', 'ask Maria']], [{ kind: 'no_file', row: 2, column: 2, text: 'ask Maria' }]],
  ['a number for a link', [['A', 5]], [{ kind: 'no_file', row: 2, column: 2, text: '5' }]],
  [
    'a folder',
    [['A', 'https://drive.google.com/drive/folders/abc']],
    [{ kind: 'no_file', row: 2, column: 2, text: 'https://drive.google.com/drive/folders/abc' }],
  ],
])('%s is a mistake', (_what, rows, problems) => {
  expect(readRows(rows).problems).toEqual(problems)
})

test('an error value is a mistake in a column that is read, and nowhere else', () => {
  const errors = [
    { row: 2, column: 2 },
    { row: 3, column: 4 },
  ]
  const { targets, problems } = readRows(
    [
      ['A', '#REF!'],
      ['B', 'b', '', '#N/A'],
    ],
    { errors },
  )
  expect(problems).toEqual([{ kind: 'error', row: 2, column: 2 }])
  expect(targets.map(({ value }) => value)).toEqual(['B'])
})

test.each([
  [500, []],
  [501, [{ kind: 'too_many', count: 501 }]],
])('%i targets: %j', (count, problems) => {
  const rows = Array.from({ length: count }, (_, index): Cell[] => [`Value ${index}`, `file-${index}`])
  expect(readRows(rows).problems).toEqual(problems)
})
