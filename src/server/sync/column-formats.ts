import { a1Range } from '#domain/copy/a1.ts'
import type { NumberFormat, SheetsClient } from '#server/google/sheets-client.ts'
import type { Spreadsheet, Tab } from '#server/google/spreadsheet.ts'

/** A column's format is taken from its first formatted cell among so many data rows. */
const SAMPLED_ROWS = 10

interface FormattedTab {
  spreadsheet: Spreadsheet
  tab: Tab | undefined
  firstRow: number
}

/** The number formats of a tab's columns, the first column first, with one read. */
export async function readColumnFormats(
  client: SheetsClient,
  { spreadsheet, tab, firstRow }: FormattedTab,
): Promise<(NumberFormat | undefined)[]> {
  if (!tab || firstRow > tab.rowCount) return []
  const lastRow = Math.min(firstRow + SAMPLED_ROWS - 1, tab.rowCount)
  const range = a1Range({ tab: tab.title, firstRow, firstColumn: 1, lastRow, lastColumn: tab.columnCount })
  const rows = await client.getNumberFormats({ spreadsheet, range })
  const columns = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: columns }, (_, at) => rows.map((row) => row[at]).find((format) => format !== undefined))
}
