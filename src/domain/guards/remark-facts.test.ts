import { expect, test } from 'vitest'
import { remarkFacts } from './remark-facts.ts'

test('remarks are listed one a line, with the columns that identify their rows', () => {
  const cells = [
    { row: 7, column: 3, remark: 'call back', belongs_to: 'order 1043', to_row: 9 },
    { row: 8, column: 27, remark: 'paid', belongs_to: 'order 1044' },
  ]
  const rule = { cause: 'remarks_displaced', facts: { tab: 'Data', moved: 1, gone: 1, cells, key_columns: 'order' } }
  expect(remarkFacts([{ cause: 'source_shrank', facts: {} }, rule])).toEqual({
    lines: [
      "C7 'call back' belongs to order 1043, which moves to row 9",
      "AA8 'paid' belongs to order 1044, which is gone",
    ],
    keyColumns: 'order',
    move: true,
  })
  expect(remarkFacts([{ cause: 'source_shrank', facts: { cells } }])).toBeUndefined()
})
