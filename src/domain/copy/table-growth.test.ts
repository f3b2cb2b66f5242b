import { expect, test } from 'vitest'
import type { Area } from './area.ts'
import { planTables } from './table-growth.ts'

const area = (firstRow: number, firstColumn: number, lastRow: number, lastColumn: number): Area => ({
  ...{ firstRow, firstColumn, lastRow, lastColumn },
})
const plan = (place: Area, startRow = 2) => {
  const table = { tableId: 't', name: 'Orders', area: place, typedColumns: [] }
  const { grown, left } = planTables([table], { firstColumn: 1, startRow, lastRow: 30, lastColumn: 3 })
  return [...grown.map(({ after }) => after), ...(left.length > 0 ? ['left'] : [])]
}

test.each<[string, Area, unknown[], number?]>([
  ['of the columns of the copy grows', area(1, 1, 20, 3), [area(1, 1, 30, 3)]],
  ['without a header above the copy grows', area(1, 1, 20, 3), [area(1, 1, 30, 3)], 1],
  ['that is only a header grows', area(1, 1, 1, 3), [area(1, 1, 30, 3)]],
  ['that has all rows stays', area(1, 1, 30, 3), []],
  ['without an end stays', area(1, 1, 10_000_000, 3), []],
  ['of more columns is left', area(1, 1, 20, 4), ['left']],
  ['of fewer columns is left', area(1, 2, 20, 3), ['left']],
  ['beside the copy is no concern', area(1, 4, 20, 6), []],
  ['above the copy is no concern', area(1, 1, 4, 3), [], 7],
  ['further down is no concern', area(12, 1, 20, 3), []],
])('a table %s', (_what, place, expected, startRow = 2) => {
  expect(plan(place, startRow)).toEqual(expected)
})
