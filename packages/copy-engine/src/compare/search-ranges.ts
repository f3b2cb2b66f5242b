import type { TabRange } from '#domain/copy/a1.ts'
import type { Tab } from '#domain/copy/spreadsheet.ts'

/** Maximum cells of a read: each cell without the requested property takes about three bytes of the response. */
const MAX_CELLS_PER_READ = 500_000

interface Search {
  tab: Tab
  firstRow: number
  lastColumn: number
}

type SearchedRange = TabRange & { firstRow: number; lastRow: number }

/** The ranges to read in a search from a row of a tab on, each of up to 500,000 cells. */
export function* searchRanges({ tab, ...search }: Search): Generator<SearchedRange> {
  const lastColumn = Math.min(search.lastColumn, tab.columnCount)
  const rowsPerRead = Math.max(1, Math.floor(MAX_CELLS_PER_READ / lastColumn))
  for (let { firstRow } = search; firstRow <= tab.rowCount; firstRow += rowsPerRead) {
    const lastRow = Math.min(firstRow + rowsPerRead - 1, tab.rowCount)
    yield { tab: tab.title, firstRow, firstColumn: 1, lastRow, lastColumn }
  }
}
