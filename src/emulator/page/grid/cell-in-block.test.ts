import { expect, test } from 'vitest'
import { cellInBlock, withCell } from './cell-in-block.ts'

const block = { shown: [['a', '1']], stored: [['a', 1]] }

test('a cell that the provider trimmed is empty', () => {
  expect(cellInBlock(block, { row: 7, column: 3 })).toEqual({ shown: '', stored: '' })
})

test('changes a cell beyond the loaded rows without modifying the original block', () => {
  const changed = withCell(block, { row: 2, column: 1 }, { shown: '5', stored: 5 })
  expect(changed).toEqual({ shown: [['a', '1'], [], ['', '5']], stored: [['a', 1], [], ['', 5]] })
  expect(block.shown).toEqual([['a', '1']])
})
