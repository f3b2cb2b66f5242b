import { quotedTab } from '#domain/copy/a1.ts'
import { explainFailure } from '#server/google/explain-failure.ts'
import type { SheetsClient, UpdateRequest } from '#server/google/sheets-client.ts'
import { spreadsheetName, type Tab } from '#server/google/spreadsheet.ts'
import type { Target } from './resolve-tabs.ts'

/** https://support.google.com/drive/answer/37603 */
const MAX_CELLS = 10_000_000

/** The size that the target tab needs. */
interface RequiredGrid {
  rows: number
  columns: number
}

interface RoomOptions {
  target: Target
  grid: RequiredGrid
}

/** The target once it has its tab. */
export interface ReadyTarget extends Target {
  tab: Tab
}

/**
 * Creates or enlarges the target tab in one request, or in none if it is large enough.
 * @throws ProviderError cell_limit, before anything is changed
 */
export async function makeRoom(client: SheetsClient, { target, grid }: RoomOptions): Promise<ReadyTarget> {
  const { tabTitle, tab } = target
  if (tab && isLargeEnough(tab, grid)) return { ...target, tab }
  const spreadsheet = await checkRoom(client, { target, grid })
  // Choosing the id here lets a later read tell whether the tab was created.
  const sheetId = target.tab?.sheetId ?? client.newSheetId()
  await client.batchUpdate({
    spreadsheet,
    place: () => `the tab ${quotedTab(tabTitle)}`,
    plan: (current) => {
      const tab = current.tabs.find((candidate) => candidate.sheetId === sheetId)
      return tab ? enlarge(tab, grid) : [addTab(sheetId, tabTitle, grid)]
    },
  })
  const rowCount = Math.max(grid.rows, target.tab?.rowCount ?? 1)
  const columnCount = Math.max(grid.columns, target.tab?.columnCount ?? 1)
  return {
    ...target,
    spreadsheet,
    tab: { isHidden: false, ...target.tab, sheetId, title: tabTitle, rowCount, columnCount },
  }
}

/** @throws ProviderError cell_limit if the spreadsheet has no room for the tab */
export async function checkRoom(client: SheetsClient, { target, grid }: RoomOptions): Promise<Target['spreadsheet']> {
  if (target.tab && isLargeEnough(target.tab, grid)) return target.spreadsheet
  const spreadsheet = await withAllTabs(client, target.spreadsheet)
  assertFitsCellLimit({ ...target, spreadsheet }, grid)
  return spreadsheet
}

function isLargeEnough(tab: Pick<Tab, 'rowCount' | 'columnCount'>, grid: RequiredGrid): boolean {
  return tab.rowCount >= grid.rows && tab.columnCount >= grid.columns
}

async function withAllTabs(client: SheetsClient, spreadsheet: Target['spreadsheet']) {
  return spreadsheet.isPartial ? await client.getSpreadsheet(spreadsheet.id, spreadsheetName(spreadsheet)) : spreadsheet
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
