import type { CellValue } from '../store/cell.ts'
import { GridRows } from '../store/grid-rows.ts'
import type { Store } from '../store/open-store.ts'
import { formatRange } from './a1.ts'
import { renderValue } from './render-value.ts'
import type { GridRange } from './resolve-range.ts'
import type { ReadOptions } from './value-options.ts'

/** A `ValueRange` reply. `values` is missing when every cell is empty. */
export interface ValueRange {
  range: string
  majorDimension: 'ROWS' | 'COLUMNS'
  values?: CellValue[][]
}

/** Reads the values of a range without trailing empty cells and rows; other empty cells are `""`. */
export function readValues(store: Store, { range, ...options }: ReadOptions & { range: GridRange }): ValueRange {
  const { sheet, box } = range
  const table: (CellValue | undefined)[][] = []
  for (const { row, cells } of new GridRows(store, sheet.gridId).read({ start: box.startRow, end: box.endRow })) {
    const window = cells.slice(box.startColumn, box.endColumn)
    table[row - box.startRow] = window.map((cell) => renderValue(cell, options))
  }
  const byColumn = options.majorDimension === 'COLUMNS'
  const values = trim(byColumn ? transpose(table) : table)
  return {
    range: formatRange(sheet.title, box),
    majorDimension: byColumn ? 'COLUMNS' : 'ROWS',
    ...(values.length > 0 && { values }),
  }
}

function transpose(table: readonly ((CellValue | undefined)[] | undefined)[]): (CellValue | undefined)[][] {
  const columns: (CellValue | undefined)[][] = []
  for (const [row, cells] of table.entries()) {
    for (const [column, value] of (cells ?? []).entries()) {
      const target = columns[column] ?? []
      target[row] = value
      columns[column] = target
    }
  }
  return columns
}

function trim(table: readonly ((CellValue | undefined)[] | undefined)[]): CellValue[][] {
  const rows = Array.from(table, (cells) => {
    const length = filledLength(cells ?? [])
    return Array.from({ length }, (_, index) => cells?.[index] ?? '')
  })
  const lastFilled = rows.findLastIndex((cells) => cells.length > 0)
  return rows.slice(0, lastFilled + 1)
}

function filledLength(cells: readonly (CellValue | undefined)[]): number {
  return cells.findLastIndex((value) => value !== undefined) + 1
}
