import { columnLetters, quotedTab } from '#domain/copy/a1.ts'
import type { Area } from '#domain/copy/area.ts'
import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import { jsonBytes } from '#domain/copy/json-bytes.ts'
import type { ProtectedArea } from '#domain/copy/patch-areas.ts'
import type { CellData, NumberFormat, SheetsClient } from '#server/google/sheets-client.ts'
import { MAX_COLUMNS, type Spreadsheet, type Table } from '#server/google/spreadsheet.ts'
import type { SampledRows } from './window-sizer.ts'

type Formats = (NumberFormat | undefined)[]

/** What a tab holds besides values. */
export interface SourceLayout {
  /** By column: what its first formatted cell shows. */
  formats: Formats
  merges: Area[]
}

export interface TargetLayout {
  /** By column: what someone set for its first formatted cell. */
  formats: Formats
  merges: Area[]
  tables: Table[]
  /** Those that the account may not edit. */
  protectedAreas: ProtectedArea[]
  /** Whether rows may be hidden by a filter. */
  hasFilter: boolean
  /** Cells with formulas in the rows up to `lastRow`, which is 0 unless these are all that the copy probably has. */
  formulas: { cells: { row: number; column: number }[]; lastRow: number }
}

/** Which rows of which tab to look at. */
interface LayoutPlace {
  spreadsheet: Pick<Spreadsheet, 'id' | 'title'>
  /** Names the spreadsheet in messages while its title is not known. */
  label?: string | undefined
  /** Undefined for the first visible tab. */
  tabTitle: string | undefined
  /** The first row to look at; the grid must have it. */
  firstRow: number
  firstDataRow: number
}

interface TargetPlace extends LayoutPlace {
  /** Rows and columns that the copy probably has; undefined if that is unknown. */
  expected: { rows: number | undefined; columns: number | undefined }
}

/** A tab as the provider describes it, with its layout. */
export interface Described<Layout> {
  /** With this tab alone. */
  spreadsheet: Spreadsheet
  layout: Layout
}

/** A column has the format of its first formatted cell among this many data rows. */
const SAMPLED_ROWS = 10
/** A copy may have grown by this many rows since the last run. */
const SPARE_ROWS = 50
/** Rows of a target of unknown size whose formulas come along; those below are looked for where something is written. */
const ROWS_OF_UNKNOWN_TARGET = 1_000
/** As many cells are read whole, so that their formulas need no read of their own. */
export const MAX_SMALL_TAB_CELLS = 30_000

/** The format of a formula's result is effective without anyone having entered it. */
const SHOWN_FORMAT = 'userEnteredFormat.numberFormat,effectiveFormat.numberFormat'
const ENTERED_FORMAT = 'userEnteredFormat.numberFormat'
export const FORMULA = 'userEnteredValue.formulaValue'

export interface SourceDescription extends Described<SourceLayout> {
  /** What its first data rows look like; undefined if there are none. */
  sample: SampledRows | undefined
}

/** In one read. The first rows show how long the others may be. */
export async function describeSource(client: SheetsClient, place: LayoutPlace): Promise<SourceDescription> {
  const { spreadsheet, label, firstDataRow } = place
  const range = rangeOf(place, firstDataRow + SAMPLED_ROWS - 1)
  const fields = `${SHOWN_FORMAT},effectiveValue`
  const grid = await client.getGrid({ spreadsheet, label, range, fields })
  const shown = (cell: CellData) => cell.userEnteredFormat?.numberFormat ?? cell.effectiveFormat?.numberFormat
  const dataRows = grid.rows.slice(firstDataRow - place.firstRow)
  const formats = columnFormats(dataRows, shown)
  return {
    spreadsheet: grid.spreadsheet,
    layout: { formats, merges: grid.merges },
    sample: sampleOf(dataRows),
  }
}

/** In one read. Formulas of small tabs come along. */
export async function describeTarget(client: SheetsClient, place: TargetPlace): Promise<Described<TargetLayout>> {
  const { spreadsheet, label, firstRow, firstDataRow } = place
  const { lastRow, isWhole } = rowsToDescribe(place)
  const range = rangeOf(place, lastRow)
  const grid = await client.getGrid({ spreadsheet, label, range, fields: `${ENTERED_FORMAT},${FORMULA}` })
  const { merges, tables, protectedAreas, hasFilter, rows } = grid
  const sampled = rows.slice(firstDataRow - firstRow, firstDataRow - firstRow + SAMPLED_ROWS)
  const formats = columnFormats(sampled, (cell) => cell.userEnteredFormat?.numberFormat)
  const isAll = firstRow === 1 && (isWhole || (grid.spreadsheet.tabs[0]?.rowCount ?? Infinity) <= lastRow)
  const formulas = { cells: formulaCells(rows, firstRow), lastRow: isAll ? lastRow : 0 }
  return { spreadsheet: grid.spreadsheet, layout: { formats, merges, tables, protectedAreas, hasFilter, formulas } }
}

function rowsToDescribe({ firstDataRow, expected: { rows, columns } }: TargetPlace) {
  const sampled = { lastRow: firstDataRow + SAMPLED_ROWS - 1, isWhole: false }
  if (rows === undefined) return { lastRow: Math.max(sampled.lastRow, ROWS_OF_UNKNOWN_TARGET), isWhole: false }
  const copied = firstDataRow + rows + SPARE_ROWS
  return copied * (columns ?? 1) <= MAX_SMALL_TAB_CELLS ? { lastRow: copied, isWhole: true } : sampled
}

export const NEW_TAB: TargetLayout = {
  formats: [],
  merges: [],
  tables: [],
  protectedAreas: [],
  hasFilter: false,
  formulas: { cells: [], lastRow: Number.POSITIVE_INFINITY },
}

/** The cells of these rows that someone entered a formula into. */
export function formulaCells(rows: readonly CellData[][], firstRow: number): { row: number; column: number }[] {
  return rows.flatMap((cells, down) =>
    cells.flatMap(({ userEnteredValue }, at) =>
      userEnteredValue?.formulaValue == null ? [] : [{ row: firstRow + down, column: at + 1 }],
    ),
  )
}

function columnFormats(rows: readonly CellData[][], formatOf: (cell: CellData) => NumberFormat | undefined): Formats {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: columns }, (_, at) =>
    rows.map((row) => row[at] && formatOf(row[at])).find((format) => format !== undefined),
  )
}

/** The provider limits the range to the grid. */
function rangeOf({ tabTitle, firstRow }: LayoutPlace, lastRow: number): string {
  const rows = `A${firstRow}:${columnLetters(MAX_COLUMNS)}${lastRow}`
  return tabTitle === undefined ? rows : `${quotedTab(tabTitle)}!${rows}`
}

function sampleOf(rows: readonly CellData[][]): SampledRows | undefined {
  if (rows.length === 0) return undefined
  const values = rows.map((cells) => cells.map(({ effectiveValue }) => shownValue(effectiveValue)))
  const bytes = values.reduce((sum, cells) => sum + jsonBytes(cells), 0)
  return { bytes: bytes / rows.length, columns: Math.max(...values.map(rowWidth)) }
}

function shownValue({ numberValue, boolValue, stringValue }: CellData['effectiveValue'] = {}): Cell {
  return numberValue ?? boolValue ?? stringValue ?? ''
}
