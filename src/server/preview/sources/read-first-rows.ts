import { isPattern, literalName, matchesPattern } from '#contract/tab-pattern.ts'
import type { SourceRef } from '#contract/task-fields.ts'
import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import { type DateKind, detectDateKind } from '#domain/copy/date-text.ts'
import { computeHeaderRow } from '#domain/copy/region.ts'
import { showHeader } from '#domain/copy/shown-header.ts'
import { pickFileFacts, type Spreadsheet, type Tab } from '#domain/copy/spreadsheet.ts'
import { findTab } from '#domain/guards/find-tab.ts'
import { sourcesInFolder } from '#domain/shape/sources-in-folder.ts'
import { createWindowSizer } from '#engine/compare/window-sizer.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { Workbook } from '#engine/workbook.ts'

/** The first rows of a tab. */
export interface FirstRows {
  spreadsheet: string
  /** The locale of the spreadsheet. */
  locale: string
  tab: string
  header: Cell[]
  /** The header in the sheet's display format. */
  shownHeader: Cell[]
  /** Data rows up to the last filled row. */
  rows: Cell[][]
  /** Indexes of hidden rows, counted from 0, if hidden rows are left out. */
  hidden: number[]
  /** Date or time format of each column's numbers, if any. */
  kinds: (DateKind | undefined)[]
  columnCount: number
  /** Size of the responses. */
  bytes: number
  /** Whether all rows were read. */
  isComplete: boolean
}

interface Sources {
  sources: readonly SourceRef[]
  /** The spreadsheet of the target; empty if it is still unknown. */
  targetId: string
  startRow: number
  /** Maximum cells to read from all tabs. `maxBytes` is the maximum size of the responses. */
  maxCells: number
  maxBytes: number
  /** Whether to leave out hidden rows. */
  skipsHidden: boolean
}

const MAX_COLUMNS = 500
const SAMPLES = 3
/** Size of a cell assumed before the first response. It is large, so the first response of a usual grid stays small. */
const ASSUMED_CELL_BYTES = 300
/** Maximum number of tabs to read: the first rows of a few tabs are enough to show the result. */
const MAX_TABS = 6

/** Reads the first rows of all tabs of the sources. @throws ProviderError */
export async function readFirstRows(workbook: Workbook, wanted: Sources) {
  const { sources, startRow, maxCells, maxBytes, skipsHidden } = wanted
  const found: { spreadsheet: Spreadsheet; tab: Tab }[] = []
  for (const source of sources) {
    for (const id of await listFiles(workbook, source, wanted)) {
      if (found.length > MAX_TABS) break
      const spreadsheet = await workbook.getSpreadsheet(id)
      const isFound = ({ sheetId }: Tab) =>
        found.some((place) => place.spreadsheet.id === id && place.tab.sheetId === sheetId)
      const tabs = findTabs(spreadsheet, source).filter((tab) => !isFound(tab))
      found.push(...tabs.map((tab) => ({ spreadsheet, tab })))
    }
  }
  const tabs = found.slice(0, MAX_TABS)
  const share = Math.max(tabs.length, 1)
  const size = { startRow, maxCells: maxCells / share, maxBytes: maxBytes / share, skipsHidden }
  const parts = await Promise.all(tabs.map((place) => readTab(workbook, { ...place, ...size })))
  const hasAll = tabs.length === found.length
  return { parts, isComplete: hasAll && parts.every(({ isComplete }) => isComplete) }
}

async function listFiles(workbook: Workbook, source: SourceRef, wanted: Sources): Promise<string[]> {
  const { source_ss_id: id, folder_id: folder } = source
  if (folder === undefined) return id === undefined ? [] : [id]
  return sourcesInFolder(await workbook.listFolder(folder), wanted).map((file) => file.id)
}

function findTabs(spreadsheet: Spreadsheet, { source_sheet_name: name, folder_id: folder }: SourceRef): Tab[] {
  const exact = spreadsheet.tabs.filter(({ title }) => title === name)
  if (isPattern(name) && exact.length === 0) {
    const matching = spreadsheet.tabs.filter(({ title }) => matchesPattern(title, name))
    if (matching.length > 0 || folder !== undefined) return matching
  }
  const found = findTab(spreadsheet.tabs, { name: exact.length > 0 ? name : literalName(name), last: null })
  if ('tab' in found) return [found.tab]
  const tabs = spreadsheet.tabs.map(({ title }) => title)
  throw new ProviderError({ cause: 'no_tab', file: pickFileFacts(spreadsheet), tab: name, tabs })
}

interface TabToRead {
  spreadsheet: Spreadsheet
  tab: Tab
  startRow: number
  maxCells: number
  maxBytes: number
  skipsHidden: boolean
}

async function readTab(
  workbook: Workbook,
  { spreadsheet, tab, startRow, maxCells, maxBytes, skipsHidden }: TabToRead,
): Promise<FirstRows> {
  const { title, rowCount, columnCount } = tab
  const headerRow = computeHeaderRow(startRow)
  const lastColumn = Math.min(columnCount, MAX_COLUMNS)
  const lastRow = Math.min(rowCount, headerRow + Math.floor(maxCells / lastColumn))
  const { locale } = spreadsheet
  const place = { spreadsheet: spreadsheet.title, locale, tab: title, columnCount: lastColumn }
  const nothing = { header: [], shownHeader: [], rows: [], hidden: [], kinds: [], bytes: 0 }
  if (headerRow > rowCount) return { ...place, ...nothing, isComplete: true }
  const range = { tab: title, firstRow: headerRow, firstColumn: 1, lastRow, lastColumn }
  const samples = { ...range, lastRow: Math.min(lastRow, headerRow + SAMPLES) }
  const shown = await workbook.readCells('shown', { spreadsheet, range: samples })
  const rowBytes = Math.max(lastColumn * ASSUMED_CELL_BYTES, ...shown.rows.map(textBytes))
  const read = await readUntil(workbook, { spreadsheet, range, rowBytes, maxBytes, asksHidden: skipsHidden })
  const [header = [], ...data] = read.rows
  const rows = data.slice(0, data.findLastIndex((row) => rowWidth(row) > 0) + 1)
  const hidden = read.hidden.map((row) => row - headerRow - 1).filter((at) => at >= 0 && at < rows.length)
  const [headerCells = [], ...dataCells] = shown.rows
  const found = { header, shownHeader: showHeader(header, headerCells), rows, hidden, kinds: detectKinds(dataCells) }
  return { ...place, ...found, bytes: read.bytes, isComplete: read.lastRow === rowCount }
}

function textBytes(row: readonly { text: string }[]): number {
  return row.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
}

interface RangeOptions {
  /** Expected size of a row. The first part is a single response, however long its texts are. */
  rowBytes: number
  maxBytes: number
}

type RangeToRead = Parameters<Workbook['readValues']>[0] & RangeOptions

/** Reads a range in parts from the top, until the responses reach a size. */
async function readUntil(workbook: Workbook, { rowBytes, maxBytes, ...ref }: RangeToRead) {
  const { range } = ref
  const columns = range.lastColumn - range.firstColumn + 1
  const sizer = createWindowSizer({ columns, sample: { bytes: rowBytes, columns } })
  const read = { rows: [] as Cell[][], hidden: [] as number[], bytes: 0, lastRow: range.firstRow - 1 }
  while (read.lastRow < range.lastRow && read.bytes < maxBytes) {
    const firstRow = read.lastRow + 1
    const lastRow = Math.min(range.lastRow, read.lastRow + sizer.rows)
    const part = await workbook.readValues({ ...ref, range: { ...range, firstRow, lastRow } })
    // Add the empty rows at the end of the previous part, which the response leaves out.
    while (part.rows.length > 0 && read.rows.length < firstRow - range.firstRow) read.rows.push([])
    for (const row of part.rows) read.rows.push(row)
    for (const row of part.hidden ?? []) read.hidden.push(row)
    read.bytes += part.bytes
    read.lastRow = lastRow
    sizer.record({ rows: lastRow - firstRow + 1, bytes: part.bytes })
  }
  return read
}

/** Detects the date or time format of each column's numbers, by its first cell with a format. */
function detectKinds(rows: readonly { format: Parameters<typeof detectDateKind>[0] }[][]): (DateKind | undefined)[] {
  const width = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: width }, (_, at) => detectDateKind(rows.map((row) => row[at]?.format).find(Boolean)))
}
