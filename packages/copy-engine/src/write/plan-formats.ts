import { type Area, overlaps } from '#domain/copy/area.ts'
import { type CellFormat, collectFormats, type FormatSegment } from '#domain/copy/format-segment.ts'
import { firstDataRowIn, regionFrom } from '#domain/copy/region.ts'
import type { Table } from '#domain/copy/spreadsheet.ts'
import { readFormats } from '#engine/compare/read-formats.ts'
import { MAX_FORMAT_SEGMENTS } from '#engine/record/copy-record.ts'
import { formattedRows } from '#engine/tabs/column-format.ts'
import { MAX_SMALL_TAB_CELLS, type SourceLayout, type TargetLayout } from '#engine/tabs/read-layouts.ts'
import type { Source, Target } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import { type Grid, sizeWith } from './make-room.ts'

/** Maximum requests for a column of several formats; a column that needs more gets no formats. */
const MAX_SEGMENTS_PER_COLUMN = 20

/** The number formats the target's columns lack. */
export interface FormatPlan {
  missing: MissingFormat[]
  /** Columns left without a format: formatting a single protected cell would get the whole request rejected. */
  protectedColumns: number[]
  /** The current formats of the cells that get another format. */
  replaced: readonly FormatSegment[]
}

export interface MissingFormat {
  /** Counted from 1. */
  column: number
  firstRow: number
  /** The end of the tab if it is missing. */
  lastRow?: number
  format: CellFormat
  /** Whether the column gets a new format. If false, the column keeps its format, and appended rows get it too. */
  isNew: boolean
}

interface FormatOptions {
  source: Source
  target: Target
  grid: Grid
  /** First row of the region. */
  startRow: number
  firstColumn: number
  sourceLayout: SourceLayout
  targetLayout: TargetLayout
}

export async function planFormats(workbook: Workbook, options: FormatOptions): Promise<FormatPlan> {
  const wanted = [...missingFormats(options), ...(await missingSegments(workbook, options))].toSorted(
    (one, other) => one.column - other.column,
  )
  const { true: refused = [], false: missing = [] } = Object.groupBy(
    wanted,
    (format) => `${isProtected(format, options)}`,
  )
  return {
    missing,
    protectedColumns: [...new Set(refused.map(({ column }) => column))],
    replaced: await replacedFormats(workbook, { target: options.target, missing }),
  }
}

function isProtected(
  { column, firstRow, lastRow }: MissingFormat,
  { target, grid, targetLayout }: Pick<FormatOptions, 'target' | 'grid' | 'targetLayout'>,
): boolean {
  const { rowCount } = sizeWith(grid, target.tab)
  const cells = { firstRow, firstColumn: column, lastRow: lastRow ?? rowCount, lastColumn: column }
  return targetLayout.protectedAreas.some((area) => {
    if (!overlaps(cells, area)) return false
    const [first, last] = [Math.max(firstRow, area.firstRow), Math.min(cells.lastRow, area.lastRow)]
    const isOpen = (open: Area) =>
      open.firstRow <= first && open.lastRow >= last && open.firstColumn <= column && open.lastColumn >= column
    return !area.open.some(isOpen)
  })
}

/**
 * Lists the formats to set. A column without a format gets the source's. A column with a format keeps it, and rows appended to
 * it get it too.
 */
function missingFormats({
  target: { tab },
  grid,
  startRow,
  firstColumn,
  sourceLayout,
  targetLayout,
}: FormatOptions): MissingFormat[] {
  const { rowCount } = sizeWith(grid, tab)
  const missing: MissingFormat[] = []
  for (let at = firstColumn - 1; at < grid.columns; at += 1) {
    if (targetLayout.mixedFormats.includes(at + 1)) continue
    const own = targetLayout.formats[at]
    const format = own ?? sourceLayout.formats[at]
    const firstRow = own ? (tab?.rowCount ?? 0) + 1 : startRow
    if (!format || firstRow > rowCount || isTyped(at + 1, { firstRow, tables: targetLayout.tables })) continue
    missing.push({ column: at + 1, firstRow, format, isNew: !own })
  }
  return missing
}

/** Lists the formats of columns with several formats, if there are few segments and the target column has no format. */
async function missingSegments(workbook: Workbook, options: FormatOptions): Promise<MissingFormat[]> {
  const { source, grid, startRow, sourceLayout, targetLayout } = options
  const columns = sourceLayout.mixedFormats.filter(
    (column) =>
      column <= grid.columns &&
      !targetLayout.formats[column - 1] &&
      !targetLayout.mixedFormats.includes(column) &&
      !isTyped(column, { firstRow: startRow, tables: targetLayout.tables }),
  )
  const firstRow = firstDataRowIn(regionFrom(startRow))
  const lastRow = Math.min(grid.rows, source.tab.rowCount)
  if (columns.length === 0 || (lastRow - firstRow + 1) * grid.columns > MAX_SMALL_TAB_CELLS) return []
  const range = { tab: source.tab.title, firstRow, lastRow, firstColumn: 1, lastColumn: Math.max(...columns) }
  const { rows } = await workbook.readCells('shown', { spreadsheet: source.spreadsheet, range })
  return columns.flatMap((column) => {
    const cells = rows.map((row) => row[column - 1] ?? { format: undefined, value: '' })
    const found = formattedRows(cells, firstRow)
    return found.length > MAX_SEGMENTS_PER_COLUMN ? [] : found.map((each) => ({ column, isNew: true, ...each }))
  })
}

/** Whether a table gives the column a type. The type determines the format, and Google refuses any other. */
function isTyped(column: number, { firstRow, tables }: { firstRow: number; tables: readonly Table[] }): boolean {
  return tables.some(({ area, typedColumns }) => area.lastRow >= firstRow && typedColumns.includes(column))
}

/** Reads the formats the run replaces. Rows that were just added had none. */
async function replacedFormats(
  workbook: Workbook,
  { target: { spreadsheet, tab }, missing }: { target: Target; missing: readonly MissingFormat[] },
): Promise<readonly FormatSegment[]> {
  const kept = missing.filter(({ firstRow }) => tab && firstRow <= tab.rowCount)
  if (!tab || kept.length === 0) return []
  const [firstColumn, lastColumn] = [
    Math.min(...kept.map(({ column }) => column)),
    Math.min(Math.max(...kept.map(({ column }) => column)), tab.columnCount),
  ]
  const area = {
    firstRow: Math.min(...kept.map((format) => format.firstRow)),
    lastRow: tab.rowCount,
    firstColumn,
    lastColumn,
  }
  // An additional segment shows whether there are too many to keep.
  const replaced = collectFormats(MAX_FORMAT_SEGMENTS + 1)
  for await (const { row, formats } of readFormats(workbook, { target: { spreadsheet, tab }, area })) {
    for (const { column, firstRow, lastRow = row, format: after } of kept) {
      if (column > lastColumn || row < firstRow || row > lastRow) continue
      replaced.add({ column, row, before: formats[column - firstColumn] ?? null, after })
    }
  }
  return replaced.segments
}
