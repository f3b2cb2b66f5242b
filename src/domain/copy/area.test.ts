import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areaName, areaNames, clipArea, collectAreas, overlaps } from './area.ts'

const area = (firstRow: number, firstColumn: number, lastRow = firstRow, lastColumn = firstColumn) => ({
  firstRow,
  firstColumn,
  lastRow,
  lastColumn,
})

test('an area is named as in A1 notation', () => {
  expect(areaName(area(4, 2, 4, 4))).toBe('B4:D4')
  expect(areaName(area(4, 2))).toBe('B4')
})

test('an area that is open at its end is cut at the size of the tab', () => {
  expect(clipArea(area(2, 1, 10_000_000, 18_278), { rows: 20, columns: 8 })).toEqual(area(2, 1, 20, 8))
  expect(clipArea(area(25, 9, 30, 9), { rows: 20, columns: 8 })).toEqual(area(25, 9))
})

test('of many areas, three are named', () => {
  const areas = [area(1, 1), area(2, 3, 9, 3), area(3, 1), area(4, 1)]
  expect(areaNames({ areas: areas.slice(0, 3), count: 3 })).toBe('A1, C2:C9, A3')
  expect(areaNames({ areas, count: 1_204 })).toBe('A1, C2:C9, A3 and 1,201 more')
})

test.each([
  [area(1, 1, 3, 3), area(3, 3, 5, 5), true],
  [area(1, 1, 3, 3), area(4, 1, 5, 5), false],
  [area(1, 1, 3, 3), area(1, 4, 5, 5), false],
  [area(1, 1, 9, 9), area(4, 4), true],
])('%j overlaps %j: %s', (one, other, isOverlapping) => {
  expect(overlaps(one, other)).toBe(isOverlapping)
  expect(overlaps(other, one)).toBe(isOverlapping)
})

test('a block of cells becomes one area', () => {
  const areas = collectAreas()
  for (const row of [2, 3, 4]) for (const column of [2, 3]) areas.add({ row, column })
  areas.add({ row: 9, column: 2 })
  expect(areas.collected()).toEqual({ areas: [area(2, 2, 4, 3), area(9, 2)], count: 2 })
})

test('the areas cover exactly the cells that were added', () => {
  const anyCells = fc.uniqueArray(
    fc.record({ row: fc.integer({ min: 1, max: 8 }), column: fc.integer({ min: 1, max: 8 }) }),
    {
      selector: ({ row, column }) => row * 100 + column,
    },
  )
  fc.assert(
    fc.property(anyCells, (cells) => {
      const sorted = cells.toSorted((one, other) => one.row - other.row || one.column - other.column)
      const areas = collectAreas()
      for (const cell of sorted) areas.add(cell)
      const covered: { row: number; column: number }[] = []
      for (const { firstRow, firstColumn, lastRow, lastColumn } of areas.collected().areas) {
        for (let row = firstRow; row <= lastRow; row += 1) {
          for (let column = firstColumn; column <= lastColumn; column += 1) covered.push({ row, column })
        }
      }
      expect(covered.toSorted((one, other) => one.row - other.row || one.column - other.column)).toEqual(sorted)
    }),
  )
})

test('a checkerboard of cells is counted without keeping every cell', () => {
  const areas = collectAreas()
  for (let row = 1; row <= 20_000; row += 2) areas.add({ row, column: 1 })
  const { areas: kept, count } = areas.collected()
  expect(count).toBe(10_000)
  expect(kept).toHaveLength(2_000)
})
