import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import { diffRows } from '#domain/copy/diff-rows.ts'
import { bareError } from '#domain/copy/error-cell.ts'
import { rowChanges } from '#domain/copy/row-change.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { type RowsRead, readRows, type Window } from './read-rows.ts'
import { readErrorTypes, readSettledRows, type SettledRows } from './read-settled-rows.ts'
import type { Source, Target } from './resolve-tabs.ts'
import type { Scratch } from './scratch.ts'
import type { SyncJob } from './sync-job.ts'
import { createWindowSizer } from './window-sizer.ts'

/** What a copy would do, known before its first write. Rows and columns count from 1. */
export interface Comparison {
  header: Cell[]
  /** The last row of the source that is not empty; the row before `startRow` if there is none. */
  lastRow: number
  /** Columns up to the last one with a header or a value. */
  width: number
  errors: ErrorCells
}

export interface ErrorCells {
  count: number
  /** With the provider's text, which may explain the error. */
  first: { row: number; column: number; cell: Cell } | undefined
  /** Where most of them are. */
  densest: { window: Window; count: number } | undefined
}

interface ComparisonOptions {
  source: Source
  target: Target
  job: Pick<SyncJob, 'startRow' | 'chunkSize' | 'lastWidth'>
  scratch: Scratch
  /** Whether the cells before and after are kept too, in `scratch.changes`. */
  keepsChanges?: boolean | undefined
  /** Called with the last row compared so far that is not empty. */
  onCompared(lastRow: number): void
}

/** Every chunk adds ranges to the requests. */
const MIN_CHUNK_ROWS = 500
/** A chunk is held in memory. */
const MAX_CHUNK_ROWS = 5_000

/** Reads the whole source and the same rows of the target. Memory holds one window of both, the disk holds the rest. */
export async function compare(client: SheetsClient, options: ComparisonOptions): Promise<Comparison> {
  const { source, target, job, scratch, keepsChanges = false, onCompared } = options
  const { startRow } = job
  const chunkRows = Math.min(Math.max(job.chunkSize, MIN_CHUNK_ROWS), MAX_CHUNK_ROWS)
  const targetWidth = Math.max(source.tab.columnCount, job.lastWidth ?? 0)
  const sizer = createWindowSizer({ chunkRows, columns: targetWidth })
  const lastGridRow = Math.max(source.tab.rowCount, target.tab?.rowCount ?? 0)
  const headerRow = headerRowOf(startRow)
  const errors: ErrorCells = { count: 0, first: undefined, densest: undefined }
  const comparison: Comparison = { header: [], lastRow: startRow - 1, width: 0, errors }

  for (let firstRow = headerRow; firstRow <= lastGridRow; ) {
    const window = { firstRow, lastRow: Math.min(firstRow + sizer.rows - 1, lastGridRow) }
    const toCopy = { ...window, firstRow: Math.max(firstRow, startRow) }
    const [sourceRead, targetRead] = await Promise.all([
      readSettledRows(client, { ...source, window, lastColumn: source.tab.columnCount }),
      readRows(client, { ...target, window: toCopy, lastColumn: targetWidth }),
    ])
    if (firstRow === headerRow) comparison.header = sourceRead.rows[0] ?? []
    addErrors(errors, { read: sourceRead, window: toCopy })
    await reduceErrors(client, { target, targetRead, sourceRead, window: toCopy })
    for (const chunk of splitIntoChunks(toCopy, chunkRows)) {
      const sourceRows = rowsIn(chunk, { read: sourceRead, window })
      const targetRows = rowsIn(chunk, { read: targetRead, window: toCopy })
      await compareChunk(comparison, { chunk, sourceRows, targetRows, scratch, keepsChanges })
      onCompared(comparison.lastRow)
    }
    sizer.record({ rows: window.lastRow - firstRow + 1, bytes: Math.max(sourceRead.bytes, targetRead.bytes) })
    firstRow = window.lastRow + 1
  }
  comparison.width = Math.max(comparison.width, rowWidth(comparison.header))
  return comparison
}

/** The header is the row above the first row to copy, or that row itself if there is none above. */
export function headerRowOf(startRow: number): number {
  return Math.max(startRow - 1, 1)
}

interface ChunkRead {
  chunk: Window
  sourceRows: Cell[][]
  targetRows: Cell[][]
  scratch: Scratch
  keepsChanges: boolean
}

async function compareChunk(
  comparison: Comparison,
  { chunk, sourceRows, targetRows, scratch, keepsChanges }: ChunkRead,
): Promise<void> {
  for (const [index, row] of sourceRows.entries()) addRow(comparison, { row, number: chunk.firstRow + index })
  const { fills, clears } = diffRows({ firstRow: chunk.firstRow, source: sourceRows, target: targetRows })
  if (fills.length > 0) await scratch.fills.append(fills)
  if (clears.length > 0) await scratch.clears.append(clears)
  if (keepsChanges && fills.length + clears.length > 0) {
    await scratch.changes.append(rowChanges({ firstRow: chunk.firstRow, source: sourceRows, target: targetRows }))
  }
  // When row 1 is copied, it is the header, not a data row.
  const startsWithHeader = chunk.firstRow === 1
  const rowCount = chunk.lastRow - chunk.firstRow + 1
  const rows = Array.from({ length: rowCount }, (_, index) => sourceRows[index] ?? [])
  await scratch.rows.append(startsWithHeader ? rows.slice(1) : rows)
}

function addRow(comparison: Comparison, { row, number }: { row: Cell[]; number: number }): void {
  const width = rowWidth(row)
  if (width === 0) return
  comparison.lastRow = number
  comparison.width = Math.max(comparison.width, width)
}

function addErrors(errors: ErrorCells, { read, window }: { read: SettledRows; window: Window }): void {
  const copied = read.errors.filter(({ row }) => row >= window.firstRow)
  errors.first ??= copied[0]
  errors.count += copied.length
  if (copied.length > (errors.densest?.count ?? 0)) errors.densest = { window, count: copied.length }
}

interface ErrorsRead {
  target: Target
  targetRead: RowsRead
  sourceRead: SettledRows
  window: Window
}

/** Reduces errors of the target to the source's bare tokens where only their messages differ. */
async function reduceErrors(
  client: SheetsClient,
  { target, targetRead, sourceRead, window }: ErrorsRead,
): Promise<void> {
  const explained = sourceRead.errors.filter(({ row, column, cell }) => {
    const own = targetRead.rows[row - window.firstRow]?.[column - 1]
    return bareError(own) === bareError(cell) && bareError(own) !== own
  })
  if (explained.length === 0) return
  const typeOf = await readErrorTypes(client, { tabs: target, cells: explained })
  for (const { row, column, cell } of explained) {
    const cells = targetRead.rows[row - window.firstRow]
    if (cells && typeOf({ row, column }) !== undefined) cells[column - 1] = bareError(cell) ?? cell
  }
}

function* splitIntoChunks({ firstRow, lastRow }: Window, chunkRows: number): Generator<Window> {
  for (let row = firstRow; row <= lastRow; row += chunkRows) {
    yield { firstRow: row, lastRow: Math.min(row + chunkRows - 1, lastRow) }
  }
}

function rowsIn(chunk: Window, { read, window }: { read: RowsRead; window: Window }): Cell[][] {
  return read.rows.slice(chunk.firstRow - window.firstRow, chunk.lastRow - window.firstRow + 1)
}
