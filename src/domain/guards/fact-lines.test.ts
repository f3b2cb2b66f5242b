import { expect, test } from 'vitest'
import { cellLines, columnLines } from './fact-lines.ts'

test('the facts of a rule are listed one a line, as far as it has them', () => {
  const cells = [
    { row: 2, column: 2, before: 'Rent', after: 'Anna' },
    { row: 30, column: 27, before: 1.5, after: '' },
  ]
  expect(cellLines({ column: 'Item', cells })).toEqual(['B2: Rent, now Anna', 'AA30: 1.5, now empty'])
  expect(columnLines({ before: ['A', 'B'], after: ['B', 'A'] })).toEqual(['Columns before: A, B', 'Columns now: B, A'])
  const shrank = { rows: 1, last_rows: 400 }
  expect([...cellLines(shrank), ...columnLines(shrank)]).toEqual([])
})
