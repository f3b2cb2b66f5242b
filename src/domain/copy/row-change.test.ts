import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cell, isSameCell } from './cell.ts'
import { clipRowChange, kindOfCell, kindOfRow, rowChanges } from './row-change.ts'

test.each<[string, Cell[], Cell[], string]>([
  ['a row where the target had none', [1, 'a'], [], 'added'],
  ['a row whose cells are all overwritten', [1, 'a'], [2, 'b'], 'changed'],
  ['a row with one cell that stays', [1, 'a'], [1], 'changed'],
  ['a row that loses one of its cells', [1], [1, 'a'], 'changed'],
  ['a row that the source lost', [], [1, 'a'], 'removed'],
])('%s', (_what, source, target, kind) => {
  const [change] = rowChanges({ firstRow: 5, source: [source], target: [target] })
  expect(change?.row).toBe(5)
  expect(change && kindOfRow(change)).toBe(kind)
})

test('empty cells of any kind are the same', () => {
  expect(rowChanges({ firstRow: 1, source: [[null, 1], []], target: [['', 1, null], ['']] })).toEqual([])
})

test('a change beyond the last column is left out', () => {
  const [change] = rowChanges({ firstRow: 2, source: [[1]], target: [[2, '', 'beside']] })
  expect(change && clipRowChange(change, { lastColumn: 1 })?.cells).toEqual([{ column: 1, before: 2, after: 1 }])
  const [beside] = rowChanges({ firstRow: 2, source: [[1]], target: [[1, 'beside']] })
  expect(beside && clipRowChange(beside, { lastColumn: 1 })).toBeUndefined()
})

test('applying the changes to the target gives the source', () => {
  const anyCell = fc.constantFrom<Cell>('', null, 0, 1, '1', true, 'x')
  const anyRows = fc.array(fc.array(anyCell, { maxLength: 4 }), { maxLength: 5 })
  fc.assert(
    fc.property(anyRows, anyRows, (source, target) => {
      const result = target.map((row) => [...row])
      for (const { row, cells } of rowChanges({ firstRow: 1, source, target })) {
        while (result.length < row) result.push([])
        for (const { column, before, after } of cells) {
          const held = result[row - 1] ?? []
          expect(isSameCell(held[column - 1], before)).toBe(true)
          held[column - 1] = after
          expect(kindOfCell({ before, after })).toBe(before === '' ? 'filled' : after === '' ? 'cleared' : 'changed')
        }
      }
      for (let row = 0; row < Math.max(source.length, result.length); row += 1) {
        for (let at = 0; at < 4; at += 1) {
          expect(isSameCell(result[row]?.[at], source[row]?.[at])).toBe(true)
        }
      }
    }),
  )
})
