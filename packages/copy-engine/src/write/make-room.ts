import { pickFileFacts, type Tab } from '#domain/copy/spreadsheet.ts'
import { requestError } from '#engine/provider-error.ts'
import type { ReadyTarget, Target } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'

/** Maximum cells of a spreadsheet: https://support.google.com/drive/answer/37603 */
const MAX_CELLS = 10_000_000

/** The size the target tab needs. */
export interface Grid {
  rows: number
  columns: number
}

type TabSize = Pick<Tab, 'rowCount' | 'columnCount'>

interface RoomOptions {
  target: Target
  grid: Grid
}

/**
 * Creates or enlarges the target tab in one request, or in none if it is large enough.
 * @throws ProviderError cell_limit, with nothing changed
 */
export async function makeRoom(workbook: Workbook, { target, grid }: RoomOptions): Promise<ReadyTarget> {
  const { tabTitle, tab } = target
  if (tab && isLargeEnough(tab, grid)) return { ...target, tab }
  const { spreadsheet } = target
  // If other tabs were not read, only the provider knows whether there is room.
  if (!spreadsheet.isPartial) assertFitsCellLimit(target, grid)
  return { ...target, tab: await workbook.createOrGrowTab({ spreadsheet, tab, title: tabTitle, ...grid }) }
}

/** @throws ProviderError cell_limit if the spreadsheet has no room for the tab */
export async function checkRoom(workbook: Workbook, { target, grid }: RoomOptions): Promise<Target['spreadsheet']> {
  if (target.tab && isLargeEnough(target.tab, grid)) return target.spreadsheet
  const spreadsheet = await withAllTabs(workbook, target.spreadsheet)
  assertFitsCellLimit({ ...target, spreadsheet }, grid)
  return spreadsheet
}

export function isLargeEnough(tab: TabSize, grid: Grid): boolean {
  return tab.rowCount >= grid.rows && tab.columnCount >= grid.columns
}

/** The size of the tab once it has room. */
export function sizeWith({ rows, columns }: Grid, tab: TabSize = { rowCount: 1, columnCount: 1 }): TabSize {
  return { rowCount: Math.max(rows, tab.rowCount), columnCount: Math.max(columns, tab.columnCount) }
}

async function withAllTabs(workbook: Workbook, spreadsheet: Target['spreadsheet']) {
  return spreadsheet.isPartial ? await workbook.getSpreadsheet(spreadsheet.id, pickFileFacts(spreadsheet)) : spreadsheet
}

function assertFitsCellLimit({ spreadsheet, tab }: Target, grid: Grid): void {
  const size = sizeWith(grid, tab)
  const others = spreadsheet.tabs.filter((other) => other.sheetId !== tab?.sheetId)
  if (countCells([...others, size]) <= Math.max(MAX_CELLS, countCells(spreadsheet.tabs))) return
  throw requestError({ reason: 'cell_limit', about: { file: pickFileFacts(spreadsheet), kind: 'write' } })
}

function countCells(tabs: readonly TabSize[]): number {
  return tabs.reduce((sum, tab) => sum + tab.rowCount * tab.columnCount, 0)
}
