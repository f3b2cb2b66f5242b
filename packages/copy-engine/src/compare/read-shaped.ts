import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import { computeHeaderRow, firstDataRowIn } from '#domain/copy/region.ts'
import { pickFileFacts } from '#domain/copy/spreadsheet.ts'
import { columnFinder, type PlacedShape, placeColumns } from '#domain/shape/place-columns.ts'
import { compileShape, type RowShaper } from '#domain/shape/shape-rows.ts'
import { type JobShape, leftColumnsOf } from '#engine/job/job-shape.ts'
import { createPace } from '#engine/pace/pace.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { Workbook } from '#engine/workbook.ts'
import { type Comparison, type ComparisonOptions, remember, rememberShownHeader, type ShapedSource } from './compare.ts'
import { addErrors } from './error-cells.ts'
import { planByMemory, planByResponses } from './plan-windows.ts'
import type { SettledRows } from './read-settled-rows.ts'
import { readWindows, rowsFrom } from './read-windows.ts'

export interface ShapedOptions extends ComparisonOptions {
  shape: JobShape
}

type PlacedErrors = SettledRows['errors']

export interface Reading extends ShapedOptions {
  comparison: Comparison & { shaped: ShapedSource }
  blockRows: number
  /** Receives the copied error cells, at their places in the target. */
  errors: PlacedErrors
  /** Receives the data rows of the target, and their row numbers in the source or across all sources. */
  onShaped?: ((rows: readonly (readonly Cell[])[], places: readonly number[]) => void) | undefined
}

/** Reads the source and yields the target's data rows, block by block. Fills in the comparison meanwhile. */
export async function* readShaped(workbook: Workbook, reading: Reading): AsyncGenerator<Cell[][]> {
  const { shape, comparison, tempFiles } = reading
  const { leftCells, findLeftCells } = cellsLeftOf(shape)
  const firstDataRow = computeHeaderRow(reading.job.startRow) + 1
  let placed: Placed | undefined
  let targetRow = firstDataRowIn(shape.region)
  const pace = createPace()
  for await (const window of readSource(workbook, {
    ...reading,
    hadErrors: (reading.job.last.extent.errorCells ?? 0) > 0,
  })) {
    remember(comparison.read, window)
    if (window.header) placed = await placeIn(window.header.cells, reading)
    if (!placed) throw new Error('The first window has no header')
    const hidden = new Set(window.source.hidden)
    for (const block of window.blocks) {
      const firstRow = Math.max(block.window.firstRow, firstDataRow)
      const count = block.window.lastRow - firstRow + 1
      if (block.rows > 0) comparison.shaped.lastRow = block.window.firstRow + block.rows - 1
      if (count < 1) continue
      await pace(count)
      const rows = rowsFrom(window, { firstRow, count })
      const errors = window.source.errors.filter(({ row }) => row >= firstRow && row < firstRow + count)
      const shaped = placed.shaper.shapeRows({ rows, firstRow, hidden, errors })
      addErrors(comparison.errors, shaped.errors)
      addErrors(comparison.shaped.undecided, shaped.undecided)
      comparison.shaped.unread.add(shaped.unread, placed)
      for (const { shapedRow, shapedColumns, cell } of shaped.errors)
        for (const column of shapedColumns)
          reading.errors.push({ row: targetRow + shapedRow, column: leftCells.length + column, cell })
      const made = shaped.rows.map((row) => [...findLeftCells(row), ...row])
      measure(comparison, { rows: made, firstRow: targetRow, isWhole: placed.columns === undefined })
      reading.onShaped?.(made, shaped.places)
      await tempFiles.rows.append(made)
      if (placed.keepsSource) await tempFiles.source.append(rows.map(placed.project))
      targetRow += made.length
      yield made
    }
  }
  if (!placed) await placeIn([], reading)
  const { header, width } = comparison
  comparison.width = Math.max(width, rowWidth(header))
  comparison.shaped.width = placed?.columns ? comparison.shaped.columns.length : comparison.width - leftCells.length
  comparison.shaped.origins = listOrigins(comparison.width, { leftCells, columns: placed?.columns })
}

/** The target cells to the left of the source's cells: empty cells, and the run time if the task appends. */
export function cellsLeftOf({ append, ...shape }: JobShape) {
  const { timeColumn, region } = shape
  const blanks = Array<null>(leftColumnsOf(shape)).fill(null)
  if (timeColumn === undefined) return { leftCells: blanks, leftHeader: blanks, findLeftCells: () => blanks }
  const left = Array<null>(region.firstColumn - 1).fill(null)
  const leftCells = [...left, append?.time ?? null]
  // Leave out the time in rows without values. Otherwise empty rows of the source's grid would count as filled.
  const findLeftCells = (row: readonly Cell[]): readonly Cell[] => (rowWidth(row) > 0 ? leftCells : blanks)
  return { leftCells, leftHeader: [...left, timeColumn], findLeftCells }
}

interface SourceToRead extends Pick<Reading, 'source' | 'memory' | 'sample' | 'blockRows'> {
  job: Pick<Reading['job'], 'startRow' | 'shape'>
  /** Whether the source had error cells at the last copy. */
  hadErrors: boolean
}

/** Reads a source alone, from its header on. */
export function readSource(workbook: Workbook, { source, job, hadErrors, memory, sample, blockRows }: SourceToRead) {
  const { startRow } = job
  const place = { headerRow: computeHeaderRow(startRow), startRow }
  const { rowCount: lastGridRow, columnCount: columns } = source.tab
  const plan = memory
    ? planByMemory(memory, place)
    : planByResponses({ ...place, blockRows, sample, lastGridRow, columns, sampled: source.tab })
  const nobodyLooks = { read: async () => undefined, settledVersion: async () => undefined }
  const files = { source: source.spreadsheet, target: source.spreadsheet }
  return readWindows(workbook, {
    source,
    target: nobodyLooks,
    plan,
    startRow,
    blockRows,
    memory,
    asksHidden: job.shape?.skipsHidden,
    hadErrors,
    files,
    copiedWidth: 0,
  })
}

/** A shape whose columns have been found in the source. */
interface Placed extends PlacedShape {
  shaper: RowShaper
  /** Picks the columns the copy uses out of a row. */
  project(row: readonly Cell[]): Cell[]
  /** Whether the guards need the source besides the copied rows. */
  keepsSource: boolean
}

/** @throws ProviderError source_column_missing */
async function placeIn(header: Cell[], reading: Reading): Promise<Placed> {
  const { shape, source, job, comparison } = reading
  const shownHeader = await rememberShownHeader(comparison.read, { ...reading, header })
  const columns = { header, shownHeader, columnCount: source.tab.columnCount }
  const placed = placeColumns(shape, columns)
  if (Array.isArray(placed)) {
    const [file, tab] = [{ ...pickFileFacts(source.spreadsheet), end: 'source' as const }, source.tab.title]
    throw new ProviderError({ cause: 'source_column_missing', file, tab, columns: placed })
  }
  const find = columnFinder([], columns)
  const { filled, unique } = job.rules.expectations
  const looked = [
    ...placed.tests.map(({ column }) => column),
    ...[...filled, ...unique].flatMap((name) => find(name) ?? []),
  ]
  const used = placed.columns && [
    ...placed.columns,
    ...new Set(looked.filter((column) => !placed.columns?.includes(column))),
  ]
  const project = used
    ? (row: readonly Cell[]) => used.map((column) => row[column - 1] ?? null)
    : (row: readonly Cell[]) => [...row]
  const { skipsHidden = false } = shape
  const { leftHeader } = cellsLeftOf(shape)
  comparison.header = [...leftHeader, ...placed.header]
  comparison.shownHeader = [...leftHeader, ...placed.shownHeader]
  comparison.shaped.header = project(header)
  comparison.shaped.shownHeader = project(shownHeader)
  comparison.shaped.columns = used ?? Array.from({ length: source.tab.columnCount }, (_, at) => at + 1)
  const usesOthers = used !== undefined && used.length > (placed.columns?.length ?? 0)
  const shaper = compileShape(placed, { today: shape.today, locale: source.spreadsheet.locale })
  return { ...placed, shaper, project, keepsSource: placed.tests.length > 0 || usesOthers || skipsHidden }
}

interface MadeRows {
  rows: readonly (readonly Cell[])[]
  firstRow: number
  /** Whether all columns of the source are copied, however many there are. */
  isWhole: boolean
}

export function measure(comparison: Comparison, { rows, firstRow, isWhole }: MadeRows): void {
  for (const [down, row] of rows.entries()) {
    const width = rowWidth(row)
    if (width === 0) continue
    comparison.lastRow = firstRow + down
    comparison.width = Math.max(comparison.width, isWhole ? width : row.length)
  }
}

interface Origins {
  leftCells: readonly Cell[]
  columns: readonly number[] | undefined
}

function listOrigins(width: number, { leftCells, columns }: Origins): (number | undefined)[] {
  const right = Array.from({ length: Math.max(0, width - leftCells.length) }, (_, at) =>
    columns ? columns[at] : at + 1,
  )
  return [...leftCells.map(() => undefined), ...right]
}
