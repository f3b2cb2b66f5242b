import { expect, test } from 'vitest'
import { type RejectedCell, RejectedCells } from './rejected-cells.ts'

const text: RejectedCell = {
  row: 3,
  column: 2,
  sent: 7,
  kept: '7',
  conversion: { format: { type: 'TEXT' }, validation: undefined },
}
const checkbox: RejectedCell = {
  row: 4,
  column: 1,
  sent: '',
  kept: false,
  conversion: { format: undefined, validation: 'BOOLEAN' },
}
const kept = new RejectedCells([text, checkbox])

test('a cell that still keeps another value than the source has counts as written', () => {
  const target = [['Ada', '7'], [false]]
  expect(kept.settle({ firstRow: 3, source: [['Ada', 7], ['']], target })).toEqual([text, checkbox])
  expect(target).toEqual([['Ada', 7], ['']])
})

test.each([
  ['the source has another value', [['Ada', 8]], [['Ada', '7']]],
  ['the target holds another value', [['Ada', 7]], [['Ada', '6']]],
  ['the target took the value', [['Ada', 7]], [['Ada', 7]]],
  ['the row ends before it', [['Ada', 7]], [['Ada']]],
])('it is written again if %s', (_what, source, target) => {
  const before = structuredClone(target)
  expect(kept.settle({ firstRow: 3, source, target })).toEqual([])
  expect(target).toEqual(before)
})
