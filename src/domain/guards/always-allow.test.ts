import { expect, test } from 'vitest'
import { alwaysAllow } from './always-allow.ts'

const shrank = { cause: 'source_shrank', facts: { rows: 100, last_rows: 300 } }
const emptied = { cause: 'column_emptied', facts: { column: 'Price', percent: 81.2, limit_percent: 30 } }
const columns = { cause: 'columns_changed', facts: { before: ['A', 'B'], after: ['B', 'A'] } }
const occupied = { cause: 'target_occupied', facts: { percent: 90 } }

test.each([
  ['lost rows', [shrank], { hold_loss_percent: 67 }],
  ['the largest of several losses', [shrank, emptied], { hold_loss_percent: 82 }],
  [
    'lost rows beside their limit',
    [{ cause: 'source_shrank', facts: { limit: { percent: 40 } } }],
    { hold_loss_percent: 40 },
  ],
  ['changed columns', [columns], { on_column_change: 'follow' }],
  ['columns that changed places', [{ cause: 'columns_exchanged', facts: {} }], { on_column_change: 'follow' }],
  ['columns and a loss', [columns, emptied], { on_column_change: 'follow', hold_loss_percent: 82 }],
  ['cells of someone else', [occupied], undefined],
  ['a loss beside cells of someone else', [shrank, occupied], undefined],
  ['nothing', [], undefined],
])('%s: the rules of a type that allow it', (_what, rules, expected) => {
  expect(alwaysAllow(rules)).toEqual(expected)
})
