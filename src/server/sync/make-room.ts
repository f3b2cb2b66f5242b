import { explainFailure } from '#server/google/explain-failure.ts'
import type { NumberFormat, SheetsClient, UpdateRequest } from '#server/google/sheets-client.ts'
import { spreadsheetName, type Tab } from '#server/google/spreadsheet.ts'
import type { Target } from './resolve-tabs.ts'

/** https://support.google.com/drive/answer/37603 */
const MAX_CELLS = 10_000_000

/** The size and the formats that the target tab needs. */
export interface RequiredGrid {
  rows: number
  columns: number
  /** First row of the region. */
  startRow: number
  sourceFormats: readonly (NumberFormat | undefined)[]
  targetFormats: readonly (NumberFormat | undefined)[]
}

interface RoomOptions {
  target: Target
  grid: RequiredGrid
}

/**
 * Creates or enlarges the target tab and sets the number formats that its columns lack: all in one request, or in none if
 * nothing is missing.
 * @throws ProviderError cell_limit, before anything is changed
 */
export async function makeRoom(client: SheetsClient, { target, grid }: RoomOptions): Promise<void> {
  assertFitsCellLimit(target, grid)
  // Choosing the id here lets a later read tell whether the tab was created.
  const sheetId = target.tab?.sheetId ?? client.newSheetId()
  await client.batchUpdate({
    spreadsheet: target.spreadsheet,
    plan: (current) => {
      const tab = current.tabs.find((candidate) => candidate.sheetId === sheetId)
      return [
        ...(tab ? enlarge(tab, grid) : [addTab(sheetId, target.tabTitle, grid)]),
        ...setFormats(sheetId, target, grid),
      ]
    },
  })
}

function assertFitsCellLimit({ spreadsheet, tab }: Target, { rows, columns }: RequiredGrid): void {
  const size = { rowCount: Math.max(rows, tab?.rowCount ?? 1), columnCount: Math.max(columns, tab?.columnCount ?? 1) }
  const others = spreadsheet.tabs.filter((other) => other.sheetId !== tab?.sheetId)
  if (countCells([...others, size]) <= Math.max(MAX_CELLS, countCells(spreadsheet.tabs))) return
  throw explainFailure({ reason: 'cell_limit', about: { file: spreadsheetName(spreadsheet), kind: 'write' } })
}

function countCells(tabs: readonly Pick<Tab, 'rowCount' | 'columnCount'>[]): number {
  return tabs.reduce((sum, tab) => sum + tab.rowCount * tab.columnCount, 0)
}

function addTab(sheetId: number, title: string, { rows, columns }: RequiredGrid): UpdateRequest {
  const gridProperties = { rowCount: Math.max(rows, 1), columnCount: Math.max(columns, 1) }
  return { addSheet: { properties: { sheetId, title, gridProperties } } }
}

/** Appends instead of setting a size, which would cut off rows that someone else has just added. */
function enlarge({ sheetId, rowCount, columnCount }: Tab, { rows, columns }: RequiredGrid): UpdateRequest[] {
  const missing = [
    { dimension: 'ROWS', length: rows - rowCount },
    { dimension: 'COLUMNS', length: columns - columnCount },
  ]
  return missing.filter(({ length }) => length > 0).map((added) => ({ appendDimension: { sheetId, ...added } }))
}

/** A column without a format gets the source's. A column with one keeps it, and so do the rows appended to it. */
function setFormats(sheetId: number, { tab }: Target, grid: RequiredGrid): UpdateRequest[] {
  const requests: UpdateRequest[] = []
  for (let at = 0; at < grid.columns; at += 1) {
    const own = grid.targetFormats[at]
    const numberFormat = own ?? grid.sourceFormats[at]
    const firstRow = own ? (tab?.rowCount ?? 0) + 1 : grid.startRow
    if (!numberFormat || firstRow > Math.max(grid.rows, tab?.rowCount ?? 0)) continue
    const range = { sheetId, startRowIndex: firstRow - 1, startColumnIndex: at, endColumnIndex: at + 1 }
    const cell = { userEnteredFormat: { numberFormat } }
    requests.push({ repeatCell: { range, cell, fields: 'userEnteredFormat.numberFormat' } })
  }
  return requests
}
