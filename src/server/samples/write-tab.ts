import type { sheets_v4 } from '@googleapis/sheets'
import { a1Cell } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { jsonBytes } from '#domain/copy/json-bytes.ts'
import { MAX_PAYLOAD_BYTES } from '#domain/copy/pack-patches.ts'
import type { DateColumn, Rows, SampleTab } from './sample-spreadsheet.ts'

/** The size of a request without its rows. */
const ENVELOPE_BYTES = 1_000

interface TabTarget {
  spreadsheetId: string
  sheetId: number
  /** The initial size of the tab. */
  grid: { rowCount: number; columnCount: number }
  tab: SampleTab
}

/** Writes a tab's rows unparsed (RAW), growing the grid before each request, then formats the date columns. */
export async function writeTab(client: sheets_v4.Sheets, { spreadsheetId, sheetId, grid, tab }: TabTarget) {
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
  const formats = (tab.dates ?? []).map((dates) => formatRequest({ sheetId, rowCount, dates }))
  if (formats.length > 0) await batchUpdate(client, spreadsheetId, formats)
}

function formatRequest({ sheetId, rowCount, dates }: { sheetId: number; rowCount: number; dates: DateColumn }) {
  const { column, type, pattern } = dates
  return {
    repeatCell: {
      range: {
        sheetId,
        startRowIndex: 1,
        endRowIndex: rowCount,
        startColumnIndex: column - 1,
        endColumnIndex: column,
      },
      cell: { userEnteredFormat: { numberFormat: { type, pattern } } },
      fields: 'userEnteredFormat.numberFormat',
    },
  }
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
