import { a1Range } from '#domain/copy/a1.ts'
import type { Area } from '#domain/copy/area.ts'
import type { ProtectedArea } from '#domain/copy/patch-areas.ts'
import type { CellData, NumberFormat, SheetsClient, Table } from '#server/google/sheets-client.ts'
import type { Source, Target } from './resolve-tabs.ts'

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
  /** Cells with formulas in the rows up to `lastRow`. */
  formulas: { cells: { row: number; column: number }[]; lastRow: number }
}

interface LayoutOptions<Tabs> {
  tabs: Tabs
  firstDataRow: number
}

interface TargetLayoutOptions extends LayoutOptions<Target> {
  /** Rows that the copy probably has; undefined if that is unknown. */
  expectedRows: number | undefined
}

/** A column has the format of its first formatted cell among this many data rows. */
const SAMPLED_ROWS = 10
/** A copy may have grown by this many rows since the last run. */
const SPARE_ROWS = 50
/** As many cells are read whole, so that their formulas need no read of their own. */
export const MAX_SMALL_TAB_CELLS = 30_000

/** The format of a formula's result is effective without anyone having entered it. */
const SHOWN_FORMAT = 'userEnteredFormat.numberFormat,effectiveFormat.numberFormat'
const ENTERED_FORMAT = 'userEnteredFormat.numberFormat'
export const FORMULA = 'userEnteredValue.formulaValue'

/** In one read. */
export async function readSourceLayout(
  client: SheetsClient,
  { tabs: { spreadsheet, tab }, firstDataRow }: LayoutOptions<Source>,
): Promise<SourceLayout> {
  if (firstDataRow > tab.rowCount) return { formats: [], merges: [] }
  const range = rangeOf(tab, { firstRow: firstDataRow, lastRow: firstDataRow + SAMPLED_ROWS - 1 })
  const { rows, merges } = await client.getGrid({ spreadsheet, range, fields: SHOWN_FORMAT })
  const shown = (cell: CellData) => cell.userEnteredFormat?.numberFormat ?? cell.effectiveFormat?.numberFormat
  return { formats: columnFormats(rows, shown), merges }
}

/** In one read, or in none if the tab has to be created. */
export async function readTargetLayout(
  client: SheetsClient,
  { tabs: { spreadsheet, tab }, firstDataRow, expectedRows }: TargetLayoutOptions,
): Promise<TargetLayout> {
  if (!tab) return NEW_TAB
  const copiedUpTo = expectedRows === undefined ? tab.rowCount : firstDataRow + expectedRows + SPARE_ROWS
  const isSmall = Math.min(copiedUpTo, tab.rowCount) * tab.columnCount <= MAX_SMALL_TAB_CELLS
  const firstRow = isSmall ? 1 : Math.min(firstDataRow, tab.rowCount)
  const lastRow = isSmall ? copiedUpTo : firstRow + SAMPLED_ROWS - 1
  const { rows, ...features } = await client.getGrid({
    spreadsheet,
    range: rangeOf(tab, { firstRow, lastRow }),
    fields: isSmall ? `${ENTERED_FORMAT},${FORMULA}` : ENTERED_FORMAT,
  })
  const sampled = rows.slice(firstDataRow - firstRow, firstDataRow - firstRow + SAMPLED_ROWS)
  const formats = columnFormats(sampled, (cell) => cell.userEnteredFormat?.numberFormat)
  const formulas = isSmall ? { cells: formulaCells(rows, 1), lastRow } : { cells: [], lastRow: 0 }
  return { ...features, formats, formulas }
}

const NEW_TAB: TargetLayout = {
  formats: [],
  merges: [],
  tables: [],
  protectedAreas: [],
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

function rangeOf(tab: Source['tab'], { firstRow, lastRow }: { firstRow: number; lastRow: number }): string {
  const end = { lastRow: Math.min(lastRow, tab.rowCount), lastColumn: tab.columnCount }
  return a1Range({ tab: tab.title, firstRow, firstColumn: 1, ...end })
}
