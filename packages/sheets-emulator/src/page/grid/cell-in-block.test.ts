import { expect, test } from 'vitest'
import { cellInBlock, coveredBy, withCell } from './cell-in-block.ts'

const a = { shown: 'a', stored: 'a' }
const one = { shown: '1', stored: 1, formula: '=2-1' }
const empty = { shown: '', stored: '' }
const block = { cells: [[a, one]], merges: [], hiddenRows: [] }

test('a cell that the provider trimmed is empty', () => {
  expect(cellInBlock(block, { row: 7, column: 3 })).toEqual(empty)
})

test('changes a cell beyond the loaded rows without modifying the original block', () => {
  const five = { shown: '5', stored: 5 }
  const changed = withCell(block, { row: 2, column: 1 }, five)
  expect(changed.cells).toEqual([[a, one], [], [empty, five]])
  expect(block.cells).toEqual([[a, one]])
})

test('a merge hides all of its cells but the first', () => {
  const merges = [{ startRowIndex: 3, endRowIndex: 5, startColumnIndex: 1, endColumnIndex: 3 }]
  const places = [
    { row: 3, column: 1 },
    { row: 4, column: 1 },
    { row: 3, column: 2 },
    { row: 5, column: 1 },
  ]
  expect(places.map((place) => coveredBy(merges, place))).toEqual([undefined, 'B4', 'B4', undefined])
})
