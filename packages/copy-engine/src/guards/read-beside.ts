import type { CellBeside } from '#domain/beside/remarks.ts'
import { type PlacedJob, regionOf } from '#engine/job/job-shape.ts'
import type { Target } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'

/** Cells in rows of a region and outside its columns. */
export interface CellsBeside {
  /** The first row and column read. */
  row: number
  column: number
  rows: readonly (readonly CellBeside[])[]
  isBeside(column: number): boolean
}

interface RowRange {
  firstRow: number
  lastRow: number
}

/** Reads cells in rows of a region and outside its columns. */
export type ReadBeside = (rows: RowRange) => Promise<CellsBeside>

interface RowsBeside extends RowRange {
  target: Target
  job: PlacedJob
  /** The last column of the region. */
  lastColumn: number
}

/** Reads the cells at once; returns none if the region has all columns of its tab. */
export async function readBeside(workbook: Workbook, options: RowsBeside): Promise<CellsBeside> {
  const { target, job, lastColumn, firstRow, lastRow } = options
  const { tab, spreadsheet } = target
  const { firstColumn } = regionOf(job)
  const isBeside = (column: number) => column < firstColumn || column > lastColumn
  const first = isBeside(1) ? 1 : lastColumn + 1
  const last = tab && isBeside(tab.columnCount) ? tab.columnCount : firstColumn - 1
  const none = { row: firstRow, column: first, rows: [], isBeside }
  if (!tab || first > last || firstRow > lastRow) return none
  const range = { tab: tab.title, firstRow, firstColumn: first, lastRow, lastColumn: last }
  const { rows } = await workbook.readCells('remark', { spreadsheet, range })
  return { ...none, rows }
}

/** The cells beside a row, with their columns. */
export function cellsBesideRow({ row: firstRow, column: firstColumn, rows, isBeside }: CellsBeside, row: number) {
  return (rows[row - firstRow] ?? []).flatMap((cell, at) => {
    const column = firstColumn + at
    return isBeside(column) ? [{ ...cell, column }] : []
  })
}
