import { expect, test } from 'vitest'
import type { Hold } from '#domain/failures/failure.ts'
import { isCovered } from './is-covered.ts'

const shrank = (rows: number): Hold => ({ cause: 'source_shrank', rows, lastRows: 500 })
const errors = (count: number): Hold => ({ cause: 'error_jump', count, lastCount: 0, first: 'C3' })
const edited = (count: number, first = 'B7'): Hold => ({ cause: 'target_edited', count, first })
const file = { id: 'a', title: 'Budget', end: 'source' } as const
const replaced = (now: string): Hold => ({ cause: 'tab_replaced', file, tab: 'Current', now })
const deleted = (tab: string): Hold => ({ cause: 'target_tab_deleted', file, tab })

test.each<[string, Hold[], Hold[], boolean]>([
  ['the same', [shrank(10)], [shrank(10)], true],
  ['less of the same', [shrank(20), errors(4)], [errors(9), shrank(10)], true],
  ['a larger loss', [shrank(9)], [shrank(10)], false],
  ['more errors', [errors(10)], [errors(9)], false],
  ['another rule', [shrank(10), errors(1)], [shrank(10)], false],
  ['one rule of two', [errors(1)], [shrank(10), errors(1)], true],
  ['other cells', [edited(1, 'C1')], [edited(1)], false],
  [
    'another shape',
    [{ cause: 'target_reshaped', shape: 'sorted' }],
    [{ cause: 'target_reshaped', shape: 'cleared' }],
    false,
  ],
  ['the same tab', [replaced('May'), deleted('Copy')], [deleted('Copy'), replaced('May')], true],
  ['a tab that was replaced once more', [replaced('June')], [replaced('May')], false],
  ['another deleted tab', [deleted('Data')], [deleted('Copy')], false],
  ['nothing found', [], [], true],
  ['nothing accepted', [{ cause: 'source_empty' }], [], false],
])('of what a person accepted, %s is covered: %s', (_what, found, accepted, expected) => {
  expect(isCovered(found, accepted)).toBe(expected)
})
