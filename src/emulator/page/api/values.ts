import { queryOptions } from '@tanstack/react-query'
import { type Block, blockRange } from '../grid/blocks.ts'
import { cellName, quotedTab } from '../grid/cell-name.ts'
import { requestJson } from './request.ts'
import type { Tab } from './spreadsheet.ts'

/** `null` is never sent by the provider, but JSON allows it where a row has a hole. */
export type CellValue = string | number | boolean | null

/** A block's rows as shown and as stored; trailing empty cells and rows are missing in both. */
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
 * The cells of one block. Two reads, because the text as shown does not tell a number from its
 * look-alike text. Looked at again every few seconds while it is in view.
 */
export function blockQuery({ spreadsheetId, tab }: BlockSource, block: Block) {
  const { title, rowCount, columnCount } = tab
  const range = `${quotedTab(title)}!${blockRange(block, { rowCount, columnCount })}`
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

/** Writes one cell as if a person had typed the text; the empty text clears the cell. */
export function writeCell({ spreadsheetId, tab, row, column, text }: CellWrite) {
  const range = `${quotedTab(tab.title)}!${cellName({ row, column })}`
  return requestJson(`${valuesPath(spreadsheetId, range)}?valueInputOption=USER_ENTERED`, {
    method: 'PUT',
    body: { range, majorDimension: 'ROWS', values: [[text]] },
  })
}

export function valuesPath(spreadsheetId: string, range: string) {
  return `/v4/spreadsheets/${encodeURIComponent(spreadsheetId)}/values/${encodeURIComponent(range)}`
}
