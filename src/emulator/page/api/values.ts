import { queryOptions } from '@tanstack/react-query'
import { type Block, blockRange } from '../cells/blocks.ts'
import { cellName, quoteTitle } from '../cells/cell-name.ts'
import { requestJson } from './request.ts'
import type { Tab } from './spreadsheet.ts'

/** The provider never sends `null`, but JSON allows it for a gap in a row. */
export type CellValue = string | number | boolean | null

/** The rows of a block as shown and as stored, both without trailing empty cells and rows. */
export interface BlockValues {
  shown: string[][]
  stored: CellValue[][]
}

interface ValueRange<Value> {
  values?: Value[][]
}

export interface BlockSource {
  spreadsheetId: string
  tab: Tab
}

/**
 * The cells of one block. Takes two reads, because the shown text of a number can equal that of a string. Polled for
 * changes while the block is in view.
 */
export function blockQuery({ spreadsheetId, tab }: BlockSource, block: Block) {
  const { title, rowCount, columnCount } = tab
  const range = `${quoteTitle(title)}!${blockRange(block, { rowCount, columnCount })}`
  return queryOptions({
    queryKey: ['block', spreadsheetId, tab.sheetId, block.row, block.column],
    queryFn: async ({ signal }): Promise<BlockValues> => {
      const path = valuesPath(spreadsheetId, range)
      const [shown, stored] = await Promise.all([
        requestJson<ValueRange<string>>(`${path}?valueRenderOption=FORMATTED_VALUE`, { signal }),
        requestJson<ValueRange<CellValue>>(`${path}?valueRenderOption=UNFORMATTED_VALUE`, { signal }),
      ])
      return { shown: shown.values ?? [], stored: stored.values ?? [] }
    },
    refetchInterval: 4_000,
  })
}

interface CellWrite extends BlockSource {
  row: number
  column: number
  text: string
}

/** Writes one cell as if a user typed the text. Empty text clears the cell. */
export function writeCell({ spreadsheetId, tab, row, column, text }: CellWrite) {
  const range = `${quoteTitle(tab.title)}!${cellName({ row, column })}`
  return requestJson(`${valuesPath(spreadsheetId, range)}?valueInputOption=USER_ENTERED`, {
    method: 'PUT',
    body: { range, majorDimension: 'ROWS', values: [[text]] },
  })
}

export function valuesPath(spreadsheetId: string, range: string) {
  return `/v4/spreadsheets/${encodeURIComponent(spreadsheetId)}/values/${encodeURIComponent(range)}`
}
