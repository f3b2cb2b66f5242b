import { a1Range } from '#domain/copy/a1.ts'
import type { CellData, SheetsClient } from '#server/google/sheets-client.ts'
import type { Tab } from '#server/google/spreadsheet.ts'
import { throwIfGone } from './copy-memory.ts'
import type { Source } from './resolve-tabs.ts'

/** Cells without any of this take about three bytes of a response each. */
const MAX_CELLS = 500_000

/** What fills cells with values that change without an edit. Smart chips show the titles of other files. */
const FIELDS = 'userEnteredValue.formulaValue,pivotTable,dataSourceTable,dataSourceFormula,chipRuns'

/**
 * Whether any cell of a tab is computed. The whole tab is looked at: results fill cells to the right of their formula and
 * below it, and one that shows nothing now may show something later.
 * @throws StaleMemory if a remembered tab is not there any more
 */
export async function hasComputedCells(client: SheetsClient, { spreadsheet, tab }: Source): Promise<boolean> {
  const { title, rowCount, columnCount } = tab
  const rows = rowsPerRead(columnCount)
  for (let firstRow = 1; firstRow <= rowCount; firstRow += rows) {
    const lastRow = Math.min(firstRow + rows - 1, rowCount)
    const range = a1Range({ tab: title, firstRow, firstColumn: 1, lastRow, lastColumn: columnCount })
    const grid = await client.getGrid({ spreadsheet, range, fields: FIELDS }).catch(throwIfGone)
    if (grid.rows.some((cells) => cells.some(isComputed))) return true
  }
  return false
}

/** How many requests it takes to find out that no cell is computed. */
export function countComputedReads({ rowCount, columnCount }: Pick<Tab, 'rowCount' | 'columnCount'>): number {
  return Math.ceil(rowCount / rowsPerRead(columnCount))
}

function rowsPerRead(columnCount: number): number {
  return Math.max(1, Math.floor(MAX_CELLS / columnCount))
}

function isComputed({ userEnteredValue, pivotTable, dataSourceTable, dataSourceFormula, chipRuns = [] }: CellData) {
  const isFormula = userEnteredValue?.formulaValue != null
  return isFormula || pivotTable != null || dataSourceTable != null || dataSourceFormula != null || chipRuns.length > 0
}
