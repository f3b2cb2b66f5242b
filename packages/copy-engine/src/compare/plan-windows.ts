import { MAX_PAYLOAD_BYTES } from '#domain/copy/pack-patches.ts'
import type { Tab } from '#domain/copy/spreadsheet.ts'
import type { CopyMemory } from '#engine/last-copy/copy-memory.ts'
import type { SampledRows } from '#engine/tabs/read-layouts.ts'
import type { Window } from './read-rows.ts'
import { createRowSizes, type RowSizes, spreadSamples } from './row-sizes.ts'
import { createWindowSizer, DESIRED_BYTES, MAX_ROWS } from './window-sizer.ts'

/** Size of a full window. Besides rows, a response contains its range and IDs. */
const FULL_BYTES = 0.99 * MAX_PAYLOAD_BYTES
/** Rows that may have been added since the last run. */
const SPARE_ROWS = 1_000
const MAX_BLOCK_ROWS = 1_000
const MIN_BLOCK_ROWS = 500
/** Maximum size of a block: small enough that windows can be filled. */
const MAX_BLOCK_BYTES = 100_000

export interface PlannedWindow extends Window {
  isLast: boolean
  /** Rows further down to sample: the response gives their sizes. */
  samples?: readonly Window[]
}

/** The windows of a copy, in order. */
export interface WindowPlan {
  /** Returns the next window; undefined after the last. */
  next(): PlannedWindow | undefined
  /** Number of windows to read at once. It may be lower until a response has shown how large they are. */
  readonly depth: number
  record(window: PlannedWindow, size: WindowSize): void
}

interface WindowSize {
  bytes: number
  /** Size of each sample, if the response has samples. */
  sampleBytes?: readonly number[] | undefined
}

/** Maximum windows in flight: two requests for each spreadsheet. */
const MAX_DEPTH = 2
/** Maximum windows in flight if the target is read after the source: two windows of each. */
const MAX_REMEMBERED_DEPTH = 2 * MAX_DEPTH

interface PlanOptions {
  headerRow: number
  startRow: number
  blockRows: number
  lastGridRow: number
  columns: number
  sample: SampledRows | undefined
  /** The tab to sample rows of. */
  sampled?: Pick<Tab, 'title' | 'rowCount'>
}

/** Number of rows to compare and remember together. */
export function blockRowsFor(chunkSize: number, sample: SampledRows | undefined): number {
  const wanted = Math.min(Math.max(chunkSize, MIN_BLOCK_ROWS), MAX_BLOCK_ROWS)
  return Math.max(1, Math.min(wanted, Math.floor(MAX_BLOCK_BYTES / (sample?.bytes ?? 1))))
}

/** Maximum bytes of a tab title for sampling rows: the URL of the request repeats the title for each sample. */
const MAX_SAMPLED_TITLE_BYTES = 60

/**
 * Sizes each window by the responses so far, and ends it with a block where a block fits. The first window brings samples of
 * all rows below it, because its own rows say little about them.
 */
export function planByResponses({ headerRow, startRow, blockRows, ...options }: PlanOptions): WindowPlan {
  const { columns, sample, lastGridRow, sampled } = options
  const mayBeSampled = sampled !== undefined && Buffer.byteLength(sampled.title) <= MAX_SAMPLED_TITLE_BYTES
  const sizer = createWindowSizer({ chunkRows: blockRows, columns, sample })
  const headerRows = startRow - headerRow
  let firstRow = headerRow
  let isMeasured = false
  let sizes: RowSizes | undefined
  let isForeseen = false
  const wholeRows = () => sizer.rows + (sizer.rows >= blockRows && firstRow === headerRow ? headerRows : 0)
  return {
    get depth() {
      return isMeasured ? MAX_DEPTH : 1
    },
    next() {
      if (firstRow > lastGridRow) return undefined
      const rows = (sizes && isForeseen ? rowsThatFit(sizes, { firstRow, blockRows }) : undefined) ?? wholeRows()
      const window = { firstRow, lastRow: Math.min(firstRow + rows - 1, lastGridRow) }
      const isFirst = firstRow === headerRow
      firstRow = window.lastRow + 1
      const isLast = firstRow > lastGridRow
      if (!isFirst || !mayBeSampled || isLast) return { ...window, isLast }
      return { ...window, isLast, samples: spreadSamples({ firstRow, lastRow: sampled.rowCount }) }
    },
    record({ samples, ...window }, { bytes, sampleBytes = [] }) {
      isMeasured = true
      sizer.record({ rows: window.lastRow - window.firstRow + 1, bytes })
      const known = sizes
      if (samples && sampleBytes.length > 0) sizes ??= createRowSizes(samples, sampleBytes)
      isForeseen = sizes !== undefined && bytes <= MAX_FORESEEN_RATIO * sizes.estimate(window)
      known?.record(window, bytes)
    },
  }
}

/** Maximum size of a window, as a multiple of the size estimated from samples of the source: a target can be larger. */
const MAX_FORESEEN_RATIO = 2

/** Rows of the blocks that fit into a window; undefined if not even a single block fits. */
function rowsThatFit(sizes: RowSizes, { firstRow, blockRows }: { firstRow: number; blockRows: number }) {
  let rows = 0
  for (; rows < MAX_ROWS; rows += blockRows) {
    const lastRow = firstRow + rows + blockRows - 1
    if (sizes.estimate({ firstRow, lastRow }) > DESIRED_BYTES) break
  }
  return rows === 0 ? undefined : rows
}

/** Plans windows by the block sizes of the last run. Each window but the first also reads the row above it. */
export function planByMemory(
  memory: CopyMemory,
  { headerRow, startRow }: Pick<PlanOptions, 'headerRow' | 'startRow'>,
): WindowPlan {
  const { blockRows, bytes, source, target } = memory
  const endRow = Math.max(source.tab.rowCount, target.tab.rowCount) + SPARE_ROWS
  const lastRows = bytes.flatMap((blockBytes, at) => endsInBlock(startRow + at * blockRows, blockRows, blockBytes))
  const windows: Window[] = []
  let [firstRow, lastRow, filled, repeated, rowBytes] = [headerRow, startRow - 1, 0, 0, 0]
  for (const part of lastRows) {
    if (filled > 0 && repeated + filled + part.bytes > FULL_BYTES) {
      windows.push({ firstRow, lastRow })
      firstRow = lastRow + 1
      filled = 0
      repeated = rowBytes
    }
    lastRow = part.lastRow
    filled += part.bytes
    rowBytes = part.rowBytes
  }
  windows.push({ firstRow, lastRow: Math.max(endRow, lastRow) })
  const next = () => {
    const window = windows.shift()
    return window && { ...window, isLast: windows.length === 0 }
  }
  return { depth: MAX_REMEMBERED_DEPTH, next, record() {} }
}

/** A block too large for a response is read in parts. */
function endsInBlock(blockStart: number, blockRows: number, bytes: number) {
  const parts = Math.min(Math.ceil(bytes / FULL_BYTES), blockRows)
  const rows = Math.ceil(blockRows / Math.max(parts, 1))
  const rowBytes = bytes / blockRows
  const ends: { lastRow: number; bytes: number; rowBytes: number }[] = []
  for (let row = 0; row < blockRows; row += rows) {
    const lastRow = blockStart + Math.min(row + rows, blockRows) - 1
    ends.push({ lastRow, bytes: rowBytes * rows, rowBytes })
  }
  return ends
}
