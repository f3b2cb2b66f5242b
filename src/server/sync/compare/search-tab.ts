import type { CellFacts } from '#server/google/read-cells.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import type { Source } from '#server/sync/tabs/resolve-tabs.ts'

/** Cells without what is asked for take about three bytes of a response each. */
const MAX_CELLS_PER_READ = 500_000

interface Search {
  place: Pick<Source, 'spreadsheet' | 'tab'>
  firstRow: number
  lastColumn: number
}

interface SearchedRows<Fact> {
  firstRow: number
  lastRow: number
  /** Without trailing cells and rows that lack what was asked for. */
  rows: Fact[][]
}

/** Reads a fact about the cells of a tab from a row on, with one read for each 500,000 cells. */
export async function* searchTab<Name extends keyof CellFacts>(
  client: SheetsClient,
  fact: Name,
  { place: { spreadsheet, tab }, ...search }: Search,
): AsyncGenerator<SearchedRows<CellFacts[Name]>> {
  const lastColumn = Math.min(search.lastColumn, tab.columnCount)
  const rowsPerRead = Math.max(1, Math.floor(MAX_CELLS_PER_READ / lastColumn))
  for (let { firstRow } = search; firstRow <= tab.rowCount; firstRow += rowsPerRead) {
    const lastRow = Math.min(firstRow + rowsPerRead - 1, tab.rowCount)
    const range = { tab: tab.title, firstRow, firstColumn: 1, lastRow, lastColumn }
    const { rows } = await client.readCells(fact, { spreadsheet, range })
    yield { firstRow, lastRow, rows }
  }
}
