import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import { diffRows } from '#domain/copy/diff-rows.ts'
import { isErrorValue } from '#domain/copy/guards.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { type RowsRead, readFinishedRows, readRows, type Window } from './read-rows.ts'
import type { Source, Target } from './resolve.ts'
import type { Scratch } from './scratch.ts'
import type { SyncJob } from './sync-job.ts'
import { createWindowSizer } from './window-sizer.ts'

/** What a copy would do, known before its first write. Rows and columns count from 1. */
export interface Comparison {
  header: Cell[]
  /** The last row of the source with a cell that is not empty; the row before the first to copy when there is none. */
  lastRow: number
  /** Columns up to the last one with a header or a cell. */
  width: number
  errors: { count: number; first: { row: number; column: number; value: Cell } | undefined }
}

interface ComparisonOptions {
  source: Source
  target: Target
  job: Pick<SyncJob, 'startRow' | 'chunkSize' | 'lastWidth'>
  scratch: Scratch
  /** Called with the last row compared that is not empty. */
  onCompared(lastRow: number): void
}

/** Smaller chunks would each cost ranges of their own in the requests, larger ones too much memory. */
const FEWEST_CHUNK_ROWS = 500
const MOST_CHUNK_ROWS = 5_000

/**
 * Reads the whole source and, side by side with it, the same rows of the target. Memory holds one window of both;
 * the rest is on disk.
 */
export async function compare(client: SheetsClient, options: ComparisonOptions): Promise<Comparison> {
  const { source, target, job, scratch, onCompared } = options
  const { startRow } = job
  const chunkRows = Math.min(Math.max(job.chunkSize, FEWEST_CHUNK_ROWS), MOST_CHUNK_ROWS)
  const targetWidth = Math.max(source.tab.columnCount, job.lastWidth ?? 0)
  const sizer = createWindowSizer({ chunkRows, columns: targetWidth })
  const lastGridRow = Math.max(source.tab.rowCount, target.tab?.rowCount ?? 0)
  const headerRow = headerRowOf(startRow)
  const found: Comparison = { header: [], lastRow: startRow - 1, width: 0, errors: { count: 0, first: undefined } }

  for (let firstRow = headerRow; firstRow <= lastGridRow; ) {
    const window = { firstRow, lastRow: Math.min(firstRow + sizer.rows - 1, lastGridRow) }
    const toCopy = { ...window, firstRow: Math.max(firstRow, startRow) }
    const [wanted, present] = await Promise.all([
      readFinishedRows(client, { ...source, window, lastColumn: source.tab.columnCount }),
      readRows(client, { ...target, window: toCopy, lastColumn: targetWidth }),
    ])
    if (firstRow === headerRow) found.header = wanted.rows[0] ?? []
    for (const chunk of chunksOf(toCopy, chunkRows)) {
      const sourceRows = rowsOf(chunk, { read: wanted, window })
      const targetRows = rowsOf(chunk, { read: present, window: toCopy })
      await compareChunk(found, { chunk, sourceRows, targetRows, scratch })
      onCompared(found.lastRow)
    }
    sizer.measured({ rows: window.lastRow - firstRow + 1, bytes: Math.max(wanted.bytes, present.bytes) })
    firstRow = window.lastRow + 1
  }
  found.width = Math.max(found.width, rowWidth(found.header))
  return found
}

/** The header is the row above the first to copy, or that row itself where there is none above. */
export function headerRowOf(startRow: number): number {
  return Math.max(startRow - 1, 1)
}

interface ChunkRead {
  chunk: Window
  sourceRows: Cell[][]
  targetRows: Cell[][]
  scratch: Scratch
}

async function compareChunk(found: Comparison, { chunk, sourceRows, targetRows, scratch }: ChunkRead): Promise<void> {
  for (const [index, row] of sourceRows.entries()) noteRow(found, { row, number: chunk.firstRow + index })
  const { fills, clears } = diffRows({ firstRow: chunk.firstRow, source: sourceRows, target: targetRows })
  if (fills.length > 0) await scratch.fills.append(fills)
  if (clears.length > 0) await scratch.clears.append(clears)
  // Copied from the first row on, the tab has its header among the rows to copy; it is no data row.
  const isHeaderFirst = chunk.firstRow === 1
  const rowCount = chunk.lastRow - chunk.firstRow + 1
  const rows = Array.from({ length: rowCount }, (_, index) => sourceRows[index] ?? [])
  await scratch.rows.append(isHeaderFirst ? rows.slice(1) : rows)
}

function noteRow(found: Comparison, { row, number }: { row: Cell[]; number: number }): void {
  const width = rowWidth(row)
  if (width === 0) return
  found.lastRow = number
  found.width = Math.max(found.width, width)
  for (const [at, value] of row.entries()) {
    if (!isErrorValue(value)) continue
    found.errors.first ??= { row: number, column: at + 1, value }
    found.errors.count += 1
  }
}

function* chunksOf({ firstRow, lastRow }: Window, chunkRows: number): Generator<Window> {
  for (let row = firstRow; row <= lastRow; row += chunkRows) {
    yield { firstRow: row, lastRow: Math.min(row + chunkRows - 1, lastRow) }
  }
}

function rowsOf(chunk: Window, { read, window }: { read: RowsRead; window: Window }): Cell[][] {
  return read.rows.slice(chunk.firstRow - window.firstRow, chunk.lastRow - window.firstRow + 1)
}
