import type { Area } from '#domain/copy/area.ts'
import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import type { Computation, ComputedCell } from '#domain/copy/computed-cell.ts'
import type { CellFormat } from '#domain/copy/format-segment.ts'
import { jsonBytes } from '#domain/copy/json-bytes.ts'
import type { SpreadsheetFile } from '#domain/copy/named-file.ts'
import type { ShownCell } from '#domain/copy/shown-header.ts'
import { MAX_COLUMNS, type Spreadsheet, type Tab, type Table } from '#domain/copy/spreadsheet.ts'
import type { Workbook } from '#engine/workbook.ts'
import { columnFormat } from './column-format.ts'
import type { ProtectedArea } from './patch-areas.ts'

type Formats = (CellFormat | undefined)[]

/** The contents of a tab besides values. */
export interface SourceLayout {
  /** The cells of the header row. */
  header: readonly ShownCell[]
  /** Formats shown by the numbers of each column. */
  formats: Formats
  /** Columns with several formats among the sampled numbers. */
  mixedFormats: number[]
  merges: Area[]
}

export interface TargetLayout {
  /** Formats set by someone for the cells of each column. */
  formats: Formats
  /** Columns with several formats among the sampled cells. */
  mixedFormats: number[]
  merges: Area[]
  tables: Table[]
  /** Areas the account may not edit. */
  protectedAreas: ProtectedArea[]
  /** Whether rows may be hidden by a filter. */
  hasFilter: boolean
  /** Computed cells in the rows up to `lastRow`, which is 0 unless these rows probably cover the whole copy. */
  computed: { cells: ComputedCell[]; lastRow: number }
  /** Notes of the cells; undefined unless requested. */
  notes?: CellNote[]
}

export interface CellNote {
  row: number
  column: number
  text: string
}

/** The size of the first rows. */
export interface SampledRows {
  /** The size of a row, as JSON. */
  bytes: number
  /** Number of columns up to the last with a header or a value. */
  columns: number
}

/** The rows of a tab to look at. */
interface LayoutPlace {
  spreadsheet: SpreadsheetFile
  /** Undefined for the first visible tab. */
  tabTitle: string | undefined
  /** The first row to look at; the grid must have it. */
  firstRow: number
  firstDataRow: number
  /** Size of the tab. If it is missing, the provider limits ranges to the grid. */
  grid?: Pick<Tab, 'rowCount' | 'columnCount'> | undefined
}

interface TargetPlace extends LayoutPlace {
  /** Rows and columns the copy probably has; undefined if unknown. */
  expected: { rows: number | undefined; columns: number | undefined }
  /** Whether to read the notes of the cells too. */
  readsNotes: boolean
}

/** A tab as the provider describes it, with its layout. */
export interface Described<Layout> {
  /** Spreadsheet with this tab alone. */
  spreadsheet: Spreadsheet
  layout: Layout
}

/** Number of data rows to sample for the format of a column. */
const SAMPLED_ROWS = 10
/** Rows by which a copy may have grown since the last run. */
const SPARE_ROWS = 50
/** Rows whose computed cells are read at once if the size of a target is unknown; the rest are looked for before a write. */
const ROWS_OF_UNKNOWN_TARGET = 1_000
/** Maximum cells of a tab to read whole, so its computed cells need no separate read. */
export const MAX_SMALL_TAB_CELLS = 30_000

export interface SourceDescription extends Described<SourceLayout> {
  /** A sample of its first data rows; undefined if there are none. */
  sample: SampledRows | undefined
}

/** Describes a source in one read. The first rows show how long the rest may be. */
export async function describeSource(workbook: Workbook, place: LayoutPlace): Promise<SourceDescription> {
  const { spreadsheet, firstDataRow } = place
  const range = buildRange(place, firstDataRow + SAMPLED_ROWS - 1)
  const read = await workbook.readCells('shown', { spreadsheet, range })
  const header = read.rows[firstDataRow - 1 - place.firstRow] ?? []
  const dataRows = read.rows.slice(firstDataRow - place.firstRow)
  const layout = { header, ...columnFormats(dataRows), merges: read.merges }
  return { spreadsheet: read.spreadsheet, layout, sample: buildSample(header, dataRows) }
}

/** Describes a target in one read. Computed cells of small tabs come along. */
export async function describeTarget(workbook: Workbook, place: TargetPlace): Promise<Described<TargetLayout>> {
  const { spreadsheet, firstRow, firstDataRow, readsNotes } = place
  const { lastRow, isWhole } = rowsToDescribe(place)
  const range = buildRange(place, lastRow)
  const read = await workbook.readCells(readsNotes ? 'formatComputationAndNote' : 'formatAndComputation', {
    spreadsheet,
    range,
  })
  const { merges, tables, protectedAreas, hasFilter, rows } = read
  const sampled = rows.slice(firstDataRow - firstRow, firstDataRow - firstRow + SAMPLED_ROWS)
  const isAll = firstRow === 1 && (isWhole || (read.spreadsheet.tabs[0]?.rowCount ?? Infinity) <= lastRow)
  const computations = rows.map((cells) => cells.map((cell) => cell.computation))
  const computed = { cells: computedCells(computations, firstRow), lastRow: isAll ? lastRow : 0 }
  return {
    spreadsheet: read.spreadsheet,
    layout: {
      ...columnFormats(sampled),
      ...{ merges, tables, protectedAreas, hasFilter, computed },
      ...(readsNotes && { notes: notesIn(rows, firstRow) }),
    },
  }
}

function notesIn(rows: readonly { note?: string }[][], firstRow: number): CellNote[] {
  return rows.flatMap((cells, down) =>
    cells.flatMap(({ note = '' }, at) => (note === '' ? [] : [{ row: firstRow + down, column: at + 1, text: note }])),
  )
}

function rowsToDescribe({ firstDataRow, expected: { rows, columns } }: TargetPlace) {
  const sampled = { lastRow: firstDataRow + SAMPLED_ROWS - 1, isWhole: false }
  if (rows === undefined) return { lastRow: Math.max(sampled.lastRow, ROWS_OF_UNKNOWN_TARGET), isWhole: false }
  const copied = firstDataRow + rows + SPARE_ROWS
  return copied * (columns ?? 1) <= MAX_SMALL_TAB_CELLS ? { lastRow: copied, isWhole: true } : sampled
}

export const NO_LAYOUT: SourceLayout = { header: [], formats: [], mixedFormats: [], merges: [] }

export const NEW_TAB: TargetLayout = {
  formats: [],
  mixedFormats: [],
  merges: [],
  tables: [],
  protectedAreas: [],
  hasFilter: false,
  computed: { cells: [], lastRow: Number.POSITIVE_INFINITY },
  notes: [],
}

export function computedCells(rows: readonly (Computation | undefined)[][], firstRow: number): ComputedCell[] {
  return rows.flatMap((cells, down) =>
    cells.flatMap((by, at) => (by === undefined ? [] : [{ row: firstRow + down, column: at + 1, by }])),
  )
}

function columnFormats(rows: readonly { format: CellFormat | undefined; value?: Cell }[][]) {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const found = Array.from({ length: columns }, (_, at) => columnFormat(rows.flatMap((row) => row[at] ?? [])))
  return {
    formats: found.map((format) => (format === 'mixed' ? undefined : format)),
    mixedFormats: found.flatMap((format, at) => (format === 'mixed' ? [at + 1] : [])),
  }
}

function buildRange({ tabTitle, firstRow, grid }: LayoutPlace, lastRow: number) {
  const end = { lastRow: Math.min(lastRow, grid?.rowCount ?? lastRow), lastColumn: grid?.columnCount ?? MAX_COLUMNS }
  return { tab: tabTitle, firstRow, firstColumn: 1, ...end }
}

function buildSample(header: readonly ShownCell[], rows: readonly { value: Cell }[][]): SampledRows | undefined {
  if (rows.length === 0) return undefined
  const values = rows.map((cells) => cells.map(({ value }) => value))
  const bytes = values.reduce((sum, cells) => sum + jsonBytes(cells), 0)
  return {
    bytes: bytes / rows.length,
    columns: Math.max(...[header.map(({ value }) => value), ...values].map(rowWidth)),
  }
}
