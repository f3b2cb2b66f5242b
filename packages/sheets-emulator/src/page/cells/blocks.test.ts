import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockRange, blocksInView, findBlock } from './blocks.ts'

test('a view across a block border needs the blocks on both sides', () => {
  expect(blocksInView({ first: 190, last: 210 }, { first: 0, last: 25 })).toEqual([
    { row: 0, column: 0 },
    { row: 1, column: 0 },
  ])
})

test('a block at the edge of the grid is limited to the grid', () => {
  const grid = { rowCount: 450, columnCount: 60 }
  expect(blockRange({ row: 0, column: 0 }, grid)).toBe('A1:AZ200')
  expect(blockRange({ row: 2, column: 1 }, grid)).toBe('BA401:BH450')
})

test('every cell in view is in one of the blocks', () => {
  const spans = fc.tuple(fc.nat(100_000), fc.nat(100), fc.nat(200), fc.nat(30))
  fc.assert(
    fc.property(spans, fc.nat(100), fc.nat(30), ([first, rows, firstColumn, columns], down, right) => {
      const blocks = blocksInView({ first, last: first + rows }, { first: firstColumn, last: firstColumn + columns })
      const cell = findBlock(first + Math.min(down, rows), firstColumn + Math.min(right, columns))
      expect(blocks).toContainEqual(cell)
    }),
  )
})
