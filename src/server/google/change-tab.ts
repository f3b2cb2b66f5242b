import type { sheets_v4 } from '@googleapis/sheets'
import { quotedTab } from '#domain/copy/a1.ts'
import type { Area } from '#domain/copy/area.ts'
import { pickFileFacts, type Spreadsheet, type Tab } from '#domain/copy/spreadsheet.ts'
import { isTemporary, ProviderError } from '#engine/provider-error.ts'
import {
  type Formats,
  type FormattedCells,
  type Formulas,
  MAX_TRIES,
  type Notes,
  type RequiredTab,
  type ResizedTables,
} from '#engine/workbook.ts'
import { readSpreadsheet, type SheetsApi } from './read-spreadsheet.ts'

const MAX_SHEET_ID = 2 ** 31 - 2

/** Creates or enlarges a tab in one request. */
export async function createOrGrowTab(api: SheetsApi, { tab, title, ...required }: RequiredTab): Promise<Tab> {
  const rowCount = Math.max(required.rows, tab?.rowCount ?? 1)
  const columnCount = Math.max(required.columns, tab?.columnCount ?? 1)
  // Choosing the id here lets a later read tell whether the tab was created. A collision is very unlikely.
  const sheetId = tab?.sheetId ?? 1 + Math.floor(api.random() * MAX_SHEET_ID)
  await sendChanges(api, {
    spreadsheet: required.spreadsheet,
    place: () => `the tab ${quotedTab(title)}`,
    plan: (current) => {
      const found = current.tabs.find((candidate) => candidate.sheetId === sheetId)
      if (found) return growth(found, required)
      return [{ addSheet: { properties: { sheetId, title, gridProperties: { rowCount, columnCount } } } }]
    },
  })
  return { isHidden: false, ...tab, sheetId, title, rowCount, columnCount }
}

/** Appends rows and columns. Setting a size would cut off rows someone else has just added. */
function growth({ sheetId, rowCount, columnCount }: Tab, required: Pick<RequiredTab, 'rows' | 'columns'>) {
  const missing = [
    { dimension: 'ROWS', length: required.rows - rowCount },
    { dimension: 'COLUMNS', length: required.columns - columnCount },
  ]
  return missing.filter(({ length }) => length > 0).map((added) => ({ appendDimension: { sheetId, ...added } }))
}

/** Sets number formats in one request. A refusal proves nothing about other rights of the account. */
export async function setFormats(api: SheetsApi, { spreadsheet, tab, formats }: Formats): Promise<void> {
  const requests = formats.map((format) => formatRequest(tab.sheetId, format))
  await sendChanges(api, { spreadsheet, plan: () => requests, isOptional: true })
}

export function formatRequest(
  sheetId: number,
  { column, firstRow, lastRow, format }: FormattedCells,
): sheets_v4.Schema$Request {
  const rows = { startRowIndex: firstRow - 1, ...(lastRow !== undefined && { endRowIndex: lastRow }) }
  const range = { sheetId, ...rows, startColumnIndex: column - 1, endColumnIndex: column }
  const cell = format ? { userEnteredFormat: { numberFormat: format } } : {}
  return { repeatCell: { range, cell, fields: 'userEnteredFormat.numberFormat' } }
}

/** Sets the ranges of tables in one request. A refusal proves nothing about other rights of the account. */
export async function resizeTables(api: SheetsApi, { spreadsheet, tab, tables }: ResizedTables): Promise<void> {
  const requests = tables.map(({ tableId, area }) => {
    return { updateTable: { table: { tableId, range: toRange(tab.sheetId, area) }, fields: 'range' } }
  })
  await sendChanges(api, { spreadsheet, plan: () => requests, isOptional: true })
}

/** Enters formulas as they were read. Entering them as typed text would depend on the spreadsheet's locale. */
export async function enterFormulas(api: SheetsApi, { spreadsheet, tab, patches }: Formulas): Promise<void> {
  const requests = patches.map(({ row, column, cells: [formulas = []] }) => {
    const values = formulas.map((formula) => ({ userEnteredValue: { formulaValue: String(formula) } }))
    const start = { sheetId: tab.sheetId, rowIndex: row - 1, columnIndex: column - 1 }
    return { updateCells: { start, rows: [{ values }], fields: 'userEnteredValue' } }
  })
  await sendChanges(api, { spreadsheet, plan: () => requests, place: () => `the tab ${quotedTab(tab.title)}` })
}

/** Sets notes in one request. A refusal proves nothing about other rights of the account. */
export async function setNotes(api: SheetsApi, { spreadsheet, tab, notes }: Notes): Promise<void> {
  const requests = notes.map(({ row, column, text }) => {
    const start = { sheetId: tab.sheetId, rowIndex: row - 1, columnIndex: column - 1 }
    return { updateCells: { start, rows: [{ values: [{ note: text }] }], fields: 'note' } }
  })
  await sendChanges(api, { spreadsheet, plan: () => requests, isOptional: true })
}

interface PlannedChanges {
  spreadsheet: Spreadsheet
  /** The requests still needed for the spreadsheet in its current state. */
  plan: (current: Spreadsheet) => sheets_v4.Schema$Request[]
  /** A refusal says nothing about other rights of the account. */
  isOptional?: boolean
  /** The place the requests change, for messages: `the tab 'Data'`. */
  place?: () => string
}

/**
 * Sends the requests returned by `plan`. They must not be applied twice: if the fate of a failed request is unknown, the
 * spreadsheet is read again and `plan` decides which requests are still needed.
 */
async function sendChanges(api: SheetsApi, { spreadsheet, plan, isOptional = false, place }: PlannedChanges) {
  const { id } = spreadsheet
  let current = spreadsheet
  for (let failures = 1; ; failures += 1) {
    const requests = plan(current)
    if (requests.length === 0) return
    try {
      await api.sender.send({
        kind: 'write',
        purpose: 'structure_writes',
        isIdempotent: false,
        isOptional,
        file: pickFileFacts(spreadsheet),
        call: (options) => api.spreadsheets.batchUpdate({ spreadsheetId: id, requestBody: {} }, options),
        body: { requests },
        place,
      })
      return
    } catch (error) {
      if (!(error instanceof ProviderError && isTemporary(error)) || failures === MAX_TRIES) throw error
      await api.sender.backOff(failures)
      current = await readSpreadsheet(api, id)
    }
  }
}

function toRange(sheetId: number, { firstRow, firstColumn, lastRow, lastColumn }: Area): sheets_v4.Schema$GridRange {
  const rows = { startRowIndex: firstRow - 1, endRowIndex: lastRow }
  return { sheetId, ...rows, startColumnIndex: firstColumn - 1, endColumnIndex: lastColumn }
}
