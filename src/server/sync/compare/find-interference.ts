import { type Area, type AreaCollector, areaNames, clipArea, collectAreas } from '#domain/copy/area.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { areaOf } from '#domain/copy/patch.ts'
import { fillsCoveredCell, writesProtectedCell } from '#domain/copy/patch-areas.ts'
import { mayStartCell } from '#domain/copy/rows-text.ts'
import type { Tab } from '#domain/copy/spreadsheet.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { MAX_SMALL_TAB_CELLS, placesOf, type SampledRows, type TargetLayout } from '#server/sync/tabs/read-layouts.ts'
import type { Target } from '#server/sync/tabs/resolve-tabs.ts'
import { type Bounds, type Changes, hasChanges, patchesIn } from './changes.ts'
import { createWindowSizer } from './window-sizer.ts'

/** The parts of the target that may drop a value that is written to them, or change when others are written. */
export interface Interference {
  /** Each names ranges and a fix. */
  warnings: string[]
  /** Cells that are not written may change too. */
  mayChangeOthers: boolean
}

interface InterferenceOptions {
  target: Target
  layout: TargetLayout
  changes: Changes
  bounds: Bounds
  startRow: number
  /** The rows to copy, which those of the target probably resemble. */
  sample?: SampledRows | undefined
}

interface Region extends Bounds {
  startRow: number
  spreadsheet: Target['spreadsheet']
  tab: Tab
}

/** Maximum merges, and protected ranges, checked cell by cell. */
const MAX_AREAS = 1_000

/** Looks before the first write, and only if there is something to write. */
export async function findInterference(client: SheetsClient, options: InterferenceOptions): Promise<Interference> {
  const { target, layout, bounds, startRow, sample } = options
  const { tab, spreadsheet } = target
  const { lastRow, merges, protectedAreas } = await findWrittenAreas(options)
  if (lastRow === 0 || !tab) return { warnings: [], mayChangeOthers: false }
  const region = { ...bounds, startRow, spreadsheet, tab }
  const isKnown = Math.min(lastRow, tab.rowCount) <= layout.formulas.lastRow
  const known = isKnown ? layout.formulas.cells : undefined
  const formulas = await findFormulas(client, { region, known, sample })
  const results = formulas.exist ? await findArrayResults(client, region) : collectAreas()
  const found = [
    describe(protectedAreas, protectionWarning),
    describe(merges, mergeWarning),
    describe(formulas.inRegion.collected(), formulaWarning),
    describe(results.collected(), resultWarning),
  ]
  return { warnings: found.flat(), mayChangeOthers: formulas.exist }
}

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

/** The merges and protected areas that the copy would meet, and the last row to write; 0 if there is nothing to write. */
async function findWrittenAreas({ changes, bounds, layout, target }: InterferenceOptions) {
  const { merges: allMerges, protectedAreas: allProtected, formulas } = layout
  const isFree = allMerges.length + allProtected.length === 0
  const rowCount = target.tab?.rowCount ?? 0
  // Which row is the last one matters only where the formulas are known up to some row.
  if (isFree && (formulas.lastRow === 0 || formulas.lastRow >= rowCount)) {
    const none = { areas: [], count: 0 }
    return { lastRow: (await hasChanges(changes, bounds)) ? rowCount : 0, merges: none, protectedAreas: none }
  }
  const size = { rows: target.tab?.rowCount ?? 0, columns: target.tab?.columnCount ?? 0 }
  const merges = layout.merges.slice(0, MAX_AREAS).map((area) => ({ area, isWritten: false }))
  const protectedAreas = layout.protectedAreas.slice(0, MAX_AREAS).map((area) => ({ area, isWritten: false }))
  let lastRow = 0
  for await (const patch of patchesIn(changes, bounds)) {
    lastRow = Math.max(lastRow, areaOf(patch).lastRow)
    for (const merge of merges) merge.isWritten ||= fillsCoveredCell(patch, merge.area)
    for (const other of protectedAreas) other.isWritten ||= writesProtectedCell(patch, other.area)
  }
  const written = (candidates: { area: Area; isWritten: boolean }[]): Found => {
    const areas = candidates.filter(({ isWritten }) => isWritten).map(({ area }) => clipArea(area, size))
    return { areas, count: areas.length }
  }
  return { lastRow, merges: written(merges), protectedAreas: written(protectedAreas) }
}

interface Formulas {
  /** Also above the region: an array formula may fill it, or come to fill it once there is room. */
  exist: boolean
  inRegion: AreaCollector
}

interface FormulaSearch {
  region: Region
  /** The formulas that are known without a search. */
  known: TargetLayout['formulas']['cells'] | undefined
  sample: SampledRows | undefined
}

async function findFormulas(client: SheetsClient, { region, known, sample }: FormulaSearch): Promise<Formulas> {
  const formulas: Formulas = { exist: false, inRegion: collectAreas() }
  const add = (cells: { row: number; column: number }[]) => {
    for (const cell of cells) {
      if (cell.column > region.lastColumn) continue
      formulas.exist = true
      if (cell.row >= region.startRow) formulas.inRegion.add(cell)
    }
  }
  if (known) {
    add(known)
    return formulas
  }
  const sizer = createWindowSizer({ columns: region.lastColumn, sample })
  for (let firstRow = 1; firstRow <= region.tab.rowCount; ) {
    const rowCount = Math.min(sizer.rows, region.tab.rowCount - firstRow + 1)
    const { cells, bytes } = await readFormulas(client, { region, firstRow, rowCount })
    add(cells)
    sizer.record({ rows: rowCount, bytes })
    firstRow += rowCount
  }
  return formulas
}

/** Values are shorter than facts about cells, so only rows in which a value reads like a formula are looked at closely. */
async function readFormulas(client: SheetsClient, rows: RegionRows) {
  const { spreadsheet } = rows.region
  const read = await client.readValues({ spreadsheet, range: rangeOf(rows), asEntered: true })
  if (read.text && !mayStartCell(read.text.json, '=')) return { cells: [], bytes: read.bytes }
  const readsLikeFormula = (cell: Cell) => typeof cell === 'string' && cell.startsWith('=')
  const first = read.rows.findIndex((row) => row.some(readsLikeFormula))
  if (first < 0) return { cells: [], bytes: read.bytes }
  const rowCount = read.rows.findLastIndex((row) => row.some(readsLikeFormula)) - first + 1
  const firstRow = rows.firstRow + first
  const range = rangeOf({ ...rows, firstRow, rowCount })
  const formulas = await client.readCells('hasFormula', { spreadsheet, range })
  return { cells: placesOf(formulas.rows, firstRow), bytes: Math.max(read.bytes, formulas.bytes) }
}

/** Cells at the top of the region that show something although nobody entered it. */
async function findArrayResults(client: SheetsClient, region: Region): Promise<AreaCollector> {
  const results = collectAreas()
  const { startRow, lastColumn, spreadsheet, tab } = region
  const rowCount = Math.min(Math.ceil(MAX_SMALL_TAB_CELLS / lastColumn), tab.rowCount - startRow + 1)
  if (rowCount < 1) return results
  const range = rangeOf({ region, firstRow: startRow, rowCount })
  const { rows } = await client.readCells('isSpilled', { spreadsheet, range })
  for (const cell of placesOf(rows, startRow)) results.add(cell)
  return results
}

interface RegionRows {
  region: Region
  firstRow: number
  rowCount: number
}

function rangeOf({ region: { tab, lastColumn }, firstRow, rowCount }: RegionRows) {
  const end = { lastRow: firstRow + rowCount - 1, lastColumn: Math.min(lastColumn, tab.columnCount) }
  return { tab: tab.title, firstRow, firstColumn: 1, ...end }
}
