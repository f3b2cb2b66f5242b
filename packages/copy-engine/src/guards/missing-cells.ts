import { type Cell, isEmptyCell } from '#domain/copy/cell.ts'
import { readErrorText } from '#domain/copy/error-cell.ts'
import { columnName } from '#domain/guards/compare-headers.ts'
import { findColumn } from '#domain/guards/find-column.ts'
import type { Hold } from '#domain/guards/guards.ts'
import type { ColumnNames } from '#domain/recognize/column-finder.ts'

/**
 * Finder of the cells and rows that holds report as missing. They may come back once the formulas of the source have finished.
 */
export interface MissingCells {
  /** Whether rows below the last row are missing. */
  hasLostRows: boolean
  /** Counts the missing cells of a row; undefined if no hold is about cells. */
  countIn: ((row: readonly Cell[]) => number) | undefined
}

/** Builds the finder; undefined if no hold is about missing rows, blanks or errors. */
export function missingCells(holds: readonly Hold[], columnNames: ColumnNames): MissingCells | undefined {
  const { header, shownHeader = header, width } = columnNames
  const hasLostRows = holds.some(({ cause }) => cause === 'source_empty' || cause === 'source_shrank')
  const names = new Set(holds.flatMap(columnWithBlanks))
  const expected = holds.flatMap((hold) =>
    hold.cause === 'expected_filled' ? findColumn(hold.column, columnNames) : [],
  )
  const columns = Array.from({ length: width }, (_, at) => at).filter(
    (at) => names.has(columnName(shownHeader, at + 1)) || expected.includes(at),
  )
  const countsErrors = holds.some(({ cause }) => cause === 'error_jump')
  if (!hasLostRows && columns.length === 0 && !countsErrors) return undefined
  const countIn = (row: readonly Cell[]) =>
    columns.filter((at) => isMissing(row[at])).length + (countsErrors ? row.filter(isError).length : 0)
  return { hasLostRows, countIn: columns.length > 0 || countsErrors ? countIn : undefined }
}

function columnWithBlanks(hold: Hold): string | [] {
  switch (hold.cause) {
    case 'column_emptied':
      return hold.column
    case 'kind_changed':
      return hold.to === 'error' ? hold.column : []
    default:
      return []
  }
}

function isMissing(cell: Cell | undefined): boolean {
  return cell === undefined || isEmptyCell(cell) || isError(cell)
}

function isError(cell: Cell): boolean {
  return readErrorText(cell) !== undefined
}
