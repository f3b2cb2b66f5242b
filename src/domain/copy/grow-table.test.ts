import { expect, test } from 'vitest'
import { areaName } from './area.ts'
import { growTables } from './grow-table.ts'

/** Finds tables in rows from row 1 on; `x` marks a computed result. */
function areas(rows: readonly string[], ...cells: { row: number; column: number }[]) {
  const grower = growTables(cells.map((cell) => ({ ...cell, by: 'pivot' })))
  for (const [at, row] of rows.entries())
    grower.add(
      at + 1,
      Array.from(row, (mark) => mark === 'x'),
    )
  return { areas: grower.tables.map(({ area }) => areaName(area)), isOpen: grower.isOpen }
}

test.each([
  ['a block', ['...', '.xx', '.xx', '...'], 'B2:C3'],
  ['a broken table', ['...', '.x.', '...', '.xx'], 'B2'],
  ['blank labels below the first of a group', ['...', '.xx', '..x', '.xx', '...'], 'B2:C4'],
  ['a first row that is shorter than the others', ['...', '.x.', '.xx', '...'], 'B2:C3'],
  ['cells apart to the right', ['....', '.x.x', '....'], 'B2'],
  ['results above', ['.xx', '.xx', '...'], 'B2:C2'],
])('a table reaches as far as its cells: %s', (_what, rows, expected) => {
  expect(areas(rows, { row: 2, column: 2 })).toEqual({ areas: [expected], isOpen: false })
})

test('several tables grow at once, and one that reaches the last row may go on', () => {
  const rows = ['xx...', 'xx.x.', '...x.', '...xx']
  const tables = areas(rows, { row: 1, column: 1 }, { row: 2, column: 4 })
  expect(tables).toEqual({ areas: ['A1:B2', 'D2:E4'], isOpen: true })
})
