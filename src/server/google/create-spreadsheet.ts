import { sheets_v4 } from '@googleapis/sheets'
import { a1Cell } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { jsonBytes } from '#domain/copy/json-bytes.ts'
import { MAX_PAYLOAD_BYTES } from '#domain/copy/pack-patches.ts'
import { formatRequest } from './change-tab.ts'

export type Rows = Iterable<Cell[]> | AsyncIterable<Cell[]>

/** A column, counted from 1, of numbers shown as dates or times below a single header row. */
export interface DateColumn {
  column: number
  type: 'DATE' | 'TIME' | 'DATE_TIME'
  pattern: string
}

export interface NewTab {
  name: string
  /** All rows including the header, produced on demand, so only one data set is in memory at a time. */
  rows: () => Rows
  dates?: readonly DateColumn[]
}

interface NewSpreadsheet {
  /** Root of the Sheets API, without a trailing slash. */
  sheetsUrl: string
  title: string
  tabs: readonly NewTab[]
}

/** Size of a request without its rows. */
const ENVELOPE_BYTES = 1_000

/** Creates a spreadsheet on a provider that needs no credentials; returns its id. @throws when a request fails */
export async function createSpreadsheet({ sheetsUrl, title, tabs }: NewSpreadsheet): Promise<string> {
  const client = new sheets_v4.Sheets({ rootUrl: `${sheetsUrl}/`, retry: false })
  const { data } = await client.spreadsheets.create({
    requestBody: { properties: { title }, sheets: tabs.map(({ name }) => ({ properties: { title: name } })) },
    fields: 'spreadsheetId,sheets.properties(sheetId,title,gridProperties)',
  })
  const spreadsheetId = data.spreadsheetId
  if (!spreadsheetId) throw new Error(`The provider returned no ID for the spreadsheet “${title}”`)
  for (const [index, tab] of tabs.entries()) {
    const { sheetId, gridProperties } = data.sheets?.[index]?.properties ?? {}
    const { rowCount, columnCount } = gridProperties ?? {}
    const grid = { rowCount: rowCount ?? 0, columnCount: columnCount ?? 0 }
    await writeTab(client, { spreadsheetId, sheetId: sheetId ?? 0, grid, tab })
  }
  return spreadsheetId
}

interface TabTarget {
  spreadsheetId: string
  sheetId: number
  /** The initial size of the tab. */
  grid: { rowCount: number; columnCount: number }
  tab: NewTab
}

/** Writes a tab's rows unparsed (RAW), growing the grid before each request, then formats the date columns. */
async function writeTab(client: sheets_v4.Sheets, { spreadsheetId, sheetId, grid, tab }: TabTarget) {
  let { rowCount, columnCount } = grid
  let nextRow = 1
  for await (const rows of packRows(tab.rows())) {
    const needed = {
      rowCount: Math.max(rowCount, nextRow - 1 + rows.length),
      columnCount: rows.reduce((max, row) => Math.max(max, row.length), columnCount),
    }
    if (needed.rowCount > rowCount || needed.columnCount > columnCount) {
      const properties = { sheetId, gridProperties: needed }
      const fields = 'gridProperties(rowCount,columnCount)'
      await batchUpdate(client, spreadsheetId, [{ updateSheetProperties: { properties, fields } }])
      ;({ rowCount, columnCount } = needed)
    }
    await client.spreadsheets.values.update({
      spreadsheetId,
      range: a1Cell({ tab: tab.name, row: nextRow, column: 1 }),
      valueInputOption: 'RAW',
      requestBody: { values: rows },
    })
    nextRow += rows.length
  }
  const formats = (tab.dates ?? []).map(({ column, ...format }) =>
    formatRequest(sheetId, { column, firstRow: 2, lastRow: rowCount, format }),
  )
  if (formats.length > 0) await batchUpdate(client, spreadsheetId, formats)
}

async function batchUpdate(client: sheets_v4.Sheets, spreadsheetId: string, requests: sheets_v4.Schema$Request[]) {
  await client.spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests } })
}

async function* packRows(source: Rows): AsyncGenerator<Cell[][]> {
  let rows: Cell[][] = []
  let bytes = ENVELOPE_BYTES
  for await (const row of source) {
    const rowBytes = jsonBytes(row)
    if (rows.length > 0 && bytes + rowBytes > MAX_PAYLOAD_BYTES) {
      yield rows
      rows = []
      bytes = ENVELOPE_BYTES
    }
    rows.push(row)
    bytes += rowBytes
  }
  if (rows.length > 0) yield rows
}
