import { queryOptions } from '@tanstack/react-query'
import { type Block, blockRange } from '../cells/blocks.ts'
import { cellName, quoteTitle } from '../cells/cell-name.ts'
import { requestJson } from './request.ts'
import type { Tab } from './spreadsheet.ts'

type CellValue = string | number | boolean

/** A cell as shown and as stored. A formula's result counts as stored; the formula itself is what a user edits. */
export interface CellContent {
  shown: string
  stored: CellValue
  formula?: string
  /** Explains an error in the cell. */
  problem?: string
  note?: string
}

/** A rectangle of merged cells, with exclusive ends. */
export interface Merge {
  startRowIndex?: number
  endRowIndex?: number
  startColumnIndex?: number
  endColumnIndex?: number
}

/** The rows of a block without trailing empty cells and rows, and the merges of its tab. */
export interface BlockValues {
  cells: CellContent[][]
  merges: Merge[]
  /** Indexes of hidden rows, counted from the block's first row. */
  hiddenRows: number[]
}

interface ExtendedValue {
  stringValue?: string
  numberValue?: number
  boolValue?: boolean
  formulaValue?: string
  errorValue?: { type: string; message?: string }
}

interface CellData {
  formattedValue?: string
  userEnteredValue?: ExtendedValue
  effectiveValue?: ExtendedValue
  note?: string
}

interface GridData {
  rowData?: { values?: CellData[] }[]
  rowMetadata?: { hiddenByUser?: boolean }[]
}

interface GridReply {
  sheets?: { merges?: Merge[]; data?: GridData[] }[]
}

export interface BlockSource {
  spreadsheetId: string
  tab: Tab
}

const CELL_FIELDS = 'formattedValue,userEnteredValue.formulaValue,effectiveValue,note'
const BLOCK_FIELDS = `sheets(merges,data(rowData.values(${CELL_FIELDS}),rowMetadata.hiddenByUser))`

/** The cells of one block. Polled for changes while the block is in view. */
export function blockQuery({ spreadsheetId, tab }: BlockSource, block: Block) {
  const { title, rowCount, columnCount } = tab
  const range = `${quoteTitle(title)}!${blockRange(block, { rowCount, columnCount })}`
  return queryOptions({
    queryKey: ['block', spreadsheetId, tab.sheetId, block.row, block.column],
    queryFn: async ({ signal }): Promise<BlockValues> => {
      const query = new URLSearchParams({ ranges: range, fields: BLOCK_FIELDS, prettyPrint: 'false' })
      const reply = await requestJson<GridReply>(`/v4/spreadsheets/${encodeURIComponent(spreadsheetId)}?${query}`, {
        signal,
      })
      const { merges = [], data = [] } = reply.sheets?.[0] ?? {}
      const { rowData = [], rowMetadata = [] } = data[0] ?? {}
      const hiddenRows = rowMetadata.flatMap(({ hiddenByUser }, row) => (hiddenByUser ? [row] : []))
      return { cells: rowData.map((row) => (row.values ?? []).map(toContent)), merges, hiddenRows }
    },
    refetchInterval: 4_000,
  })
}

function toContent({ formattedValue = '', userEnteredValue, effectiveValue = {}, note }: CellData): CellContent {
  const { numberValue, boolValue, stringValue, errorValue } = effectiveValue
  return {
    shown: formattedValue,
    stored: numberValue ?? boolValue ?? stringValue ?? formattedValue,
    ...(userEnteredValue?.formulaValue !== undefined && { formula: userEnteredValue.formulaValue }),
    ...(errorValue && { problem: errorValue.message ?? formattedValue }),
    ...(note !== undefined && { note }),
  }
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
