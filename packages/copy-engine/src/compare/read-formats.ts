import type { Area } from '#domain/copy/area.ts'
import type { CellFormat } from '#domain/copy/format-segment.ts'
import type { ReadyTarget } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import { createWindowSizer } from './window-sizer.ts'

interface FormatRow {
  row: number
  /** Formats by column of the area; undefined for a cell without a format. Trailing cells without a format are left out. */
  formats: readonly (CellFormat | undefined)[]
}

/** Reads the number formats set in an area of a tab's grid, from top to bottom, in parts that fit in memory. */
export async function* readFormats(
  workbook: Workbook,
  { target: { spreadsheet, tab }, area }: { target: Pick<ReadyTarget, 'spreadsheet' | 'tab'>; area: Area },
): AsyncGenerator<FormatRow> {
  const sizer = createWindowSizer({ columns: area.lastColumn - area.firstColumn + 1 })
  for (let { firstRow } = area; firstRow <= area.lastRow; ) {
    const lastRow = Math.min(firstRow + sizer.rows - 1, area.lastRow)
    const range = { ...area, tab: tab.title, firstRow, lastRow }
    const { rows, bytes } = await workbook.readCells('format', { spreadsheet, range })
    for (let row = firstRow; row <= lastRow; row += 1) yield { row, formats: rows[row - firstRow] ?? [] }
    sizer.record({ rows: lastRow - firstRow + 1, bytes })
    firstRow = lastRow + 1
  }
}
