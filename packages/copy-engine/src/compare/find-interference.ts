import {
  type Area,
  type AreaCollector,
  areaNames,
  cellArea,
  clipArea,
  collectAreas,
  overlaps,
} from '#domain/copy/area.ts'
import { type ComputedCell, isTable, type TableCell } from '#domain/copy/computed-cell.ts'
import { type FilledTable, growTables } from '#domain/copy/grow-table.ts'
import { measureArea } from '#domain/copy/patch.ts'
import type { Region } from '#domain/copy/region.ts'
import type { Tab } from '#domain/copy/spreadsheet.ts'
import { fillsCoveredCell, writesInto, writesProtectedCell } from '#engine/tabs/patch-areas.ts'
import { computedCells, MAX_SMALL_TAB_CELLS, type TargetLayout } from '#engine/tabs/read-layouts.ts'
import type { ReadyTarget, Target } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import { type Bounds, type Changes, hasChanges, patchesIn } from './changes.ts'
import { searchRanges } from './search-ranges.ts'

/** Parts of the target that may drop a written value, or change when other cells are written. */
export interface Interference {
  /** Warnings that each name ranges and a fix. */
  warnings: string[]
  /** Whether cells that are not written may change too. */
  mayChangeOthers: boolean
  /** Pivot tables and connected tables the copy would overwrite. */
  overwritten: FilledTable[]
}

interface InterferenceOptions {
  target: Target
  layout: TargetLayout
  changes: Changes
  bounds: Bounds
  region: Region
  /** Whether the copied columns held only values at the last check, and nobody has edited them since. */
  hasOnlyValues: boolean
}

interface SearchedRegion extends Bounds, Pick<Region, 'firstRow' | 'firstColumn'> {
  spreadsheet: Target['spreadsheet']
  tab: Tab
}

/** Maximum merges, and protected ranges, checked cell by cell. */
const MAX_AREAS = 1_000

/** Checks the target before the first write, if there is something to write. */
export async function findInterference(workbook: Workbook, options: InterferenceOptions): Promise<Interference> {
  const { target, layout, changes, bounds, hasOnlyValues } = options
  const { tab, spreadsheet } = target
  const { lastRow, merges, protectedAreas } = await findWrittenAreas(options)
  if (lastRow === 0 || !tab) return NO_INTERFERENCE
  const region = { ...bounds, ...options.region, spreadsheet, tab }
  const isKnown = Math.min(lastRow, tab.rowCount) <= layout.computed.lastRow
  const isFree = !isKnown && hasOnlyValues && (await holdValues(workbook, { region, changes }))
  const known = isKnown ? layout.computed.cells : isFree ? [] : undefined
  const computed = await findComputed(workbook, { region, known })
  const found = { target: { ...target, tab }, tables: computed.tables, changes, bounds }
  const { tables, overwritten } = await findTables(workbook, found)
  const results = computed.exist ? await findArrayResults(workbook, { region, tables }) : collectAreas()
  const warnings = [
    describe(protectedAreas, protectionWarning),
    describe(merges, mergeWarning),
    describe(computed.formulasInRegion.collected(), formulaWarning),
    describe(results.collected(), resultWarning),
  ]
  return { warnings: warnings.flat(), mayChangeOthers: computed.exist, overwritten }
}

const NO_INTERFERENCE: Interference = { warnings: [], mayChangeOthers: false, overwritten: [] }

interface Found {
  areas: readonly Area[]
  count: number
}

function describe(found: Found, message: (names: string, isOne: boolean) => string): string[] {
  return found.count === 0 ? [] : [message(areaNames(found), found.count === 1)]
}

function protectionWarning(names: string, isOne: boolean): string {
  return isOne
    ? `${names} of the target is protected: let the account of the task edit it, or remove the protection.`
    : `${names} of the target are protected: let the account of the task edit them, or remove the protection.`
}

function mergeWarning(names: string, isOne: boolean): string {
  return isOne
    ? `${names} of the target is merged: unmerge it, because only its first cell takes a value.`
    : `${names} of the target are merged: unmerge them, because only their first cells take values.`
}

function formulaWarning(names: string): string {
  return `The target has formulas in ${names}. Values of the source replace them where they differ: delete the formulas, or choose another target tab.`
}

function resultWarning(names: string): string {
  return `An array formula of the target fills ${names}, and breaks when values are written there: delete the formula, or choose another target tab.`
}

/** Finds merges and protected areas the copy would write to, and the last row to write (0 if there is none). */
async function findWrittenAreas({ changes, bounds, layout, target }: InterferenceOptions) {
  const { merges: allMerges, protectedAreas: allProtected, computed } = layout
  const isFree = allMerges.length + allProtected.length === 0
  const rowCount = target.tab?.rowCount ?? 0
  // The last row matters only if the computed cells are known up to some row.
  if (isFree && (computed.lastRow === 0 || computed.lastRow >= rowCount)) {
    const none = { areas: [], count: 0 }
    return { lastRow: (await hasChanges(changes, bounds)) ? rowCount : 0, merges: none, protectedAreas: none }
  }
  const size = { rows: target.tab?.rowCount ?? 0, columns: target.tab?.columnCount ?? 0 }
  const merges = layout.merges.slice(0, MAX_AREAS).map((area) => ({ area, isWritten: false }))
  const protectedAreas = layout.protectedAreas.slice(0, MAX_AREAS).map((area) => ({ area, isWritten: false }))
  let lastRow = 0
  for await (const patch of patchesIn(changes, bounds)) {
    lastRow = Math.max(lastRow, measureArea(patch).lastRow)
    for (const merge of merges) merge.isWritten ||= fillsCoveredCell(patch, merge.area)
    for (const other of protectedAreas) other.isWritten ||= writesProtectedCell(patch, other.area)
  }
  const written = (candidates: { area: Area; isWritten: boolean }[]): Found => {
    const areas = candidates.filter(({ isWritten }) => isWritten).map(({ area }) => clipArea(area, size))
    return { areas, count: areas.length }
  }
  return { lastRow, merges: written(merges), protectedAreas: written(protectedAreas) }
}

interface Computed {
  /**
   * Whether computed cells exist, even above the region: an array formula there may fill the region, now or once it has room.
   */
  exist: boolean
  formulasInRegion: AreaCollector
  tables: TableCell[]
}

/** Finds computed cells from the first row on. `known` lists them if no search is needed. */
async function findComputed(
  workbook: Workbook,
  { region, known }: { region: SearchedRegion; known: readonly ComputedCell[] | undefined },
): Promise<Computed> {
  const computed: Computed = { exist: false, formulasInRegion: collectAreas(), tables: [] }
  const add = (cells: readonly ComputedCell[]) => {
    for (const cell of cells) {
      if (cell.column > region.lastColumn) continue
      computed.exist = true
      if (isTable(cell)) computed.tables.push(cell)
      else if (cell.row >= region.firstRow && cell.column >= region.firstColumn) computed.formulasInRegion.add(cell)
    }
  }
  if (known) {
    add(known)
    return computed
  }
  const { spreadsheet } = region
  for (const range of searchRanges({ ...region, firstRow: 1 })) {
    const { rows } = await workbook.readCells('computation', { spreadsheet, range })
    add(computedCells(rows, range.firstRow))
  }
  return computed
}

/** Whether the rows to write hold only values. False for many rows, which the search of the whole tab covers. */
async function holdValues(
  workbook: Workbook,
  { region, changes }: { region: SearchedRegion; changes: Changes },
): Promise<boolean> {
  const { spreadsheet, tab } = region
  const lastColumn = Math.min(region.lastColumn, tab.columnCount)
  let [firstRow, lastRow] = [Number.POSITIVE_INFINITY, 0]
  for await (const patch of patchesIn(changes, region)) {
    const area = measureArea(patch)
    firstRow = Math.min(firstRow, area.firstRow)
    lastRow = Math.max(lastRow, Math.min(area.lastRow, tab.rowCount))
    if ((lastRow - firstRow + 1) * lastColumn > MAX_SMALL_TAB_CELLS) return false
  }
  if (firstRow > lastRow) return true
  const range = { tab: tab.title, firstRow, firstColumn: 1, lastRow, lastColumn }
  const { rows } = await workbook.readCells('isResult', { spreadsheet, range })
  return !rows.some((cells) => cells.includes(true))
}

/** Finds cells at the top of the region that show a value nobody entered. */
async function findArrayResults(
  workbook: Workbook,
  { region, tables }: { region: SearchedRegion; tables: readonly FilledTable[] },
): Promise<AreaCollector> {
  const results = collectAreas()
  const { firstRow: startRow, firstColumn, lastColumn, spreadsheet, tab } = region
  const rowCount = Math.min(Math.ceil(MAX_SMALL_TAB_CELLS / lastColumn), tab.rowCount - startRow + 1)
  if (rowCount < 1) return results
  const end = { lastRow: startRow + rowCount - 1, lastColumn: Math.min(lastColumn, tab.columnCount) }
  const range = { tab: tab.title, firstRow: startRow, firstColumn: 1, ...end }
  const { rows } = await workbook.readCells('isSpilled', { spreadsheet, range })
  for (const [down, cells] of rows.entries()) {
    for (const [at, isSpilled] of cells.entries()) {
      const cell = { row: startRow + down, column: at + 1 }
      if (isSpilled && cell.column >= firstColumn && !tables.some(({ area }) => overlaps(area, cellArea(cell))))
        results.add(cell)
    }
  }
  return results
}

interface Options {
  target: Pick<ReadyTarget, 'spreadsheet' | 'tab'>
  /** Pivot tables and connected tables. */
  tables: readonly TableCell[]
  changes: Changes
  bounds: Bounds
}

interface FoundTables {
  tables: FilledTable[]
  /**
   * Tables the copy would write into: a value in a table's results breaks it, and a value in its first cell replaces
   * it.
   */
  overwritten: FilledTable[]
}

async function findTables(
  workbook: Workbook,
  { target, tables: cells, changes, bounds }: Options,
): Promise<FoundTables> {
  if (cells.length === 0) return { tables: [], overwritten: [] }
  const tables = await growAll(workbook, { target, tables: cells })
  const overwritten = new Set<FilledTable>()
  for await (const patch of patchesIn(changes, bounds)) {
    for (const table of tables) if (writesInto(patch, table.area)) overwritten.add(table)
  }
  return { tables, overwritten: tables.filter((table) => overwritten.has(table)) }
}

async function growAll(workbook: Workbook, { target, tables }: Pick<Options, 'target' | 'tables'>) {
  const { spreadsheet, tab } = target
  const grower = growTables(tables)
  const search = { tab, firstRow: Math.min(...tables.map(({ row }) => row)), lastColumn: tab.columnCount }
  for (const range of searchRanges(search)) {
    const { rows } = await workbook.readCells('isSpilled', { spreadsheet, range })
    for (let row = range.firstRow; row <= range.lastRow && grower.isOpen; row += 1) {
      grower.add(row, rows[row - range.firstRow] ?? [])
    }
    if (!grower.isOpen) break
  }
  return grower.tables
}
