import { MAX_PAYLOAD_BYTES } from '#domain/copy/pack-patches.ts'
import type { SampledRows } from '#engine/tabs/read-layouts.ts'

/** Desired size of a response. It is below the limit because later rows may be longer. */
export const DESIRED_BYTES = 0.9 * MAX_PAYLOAD_BYTES
/** Maximum number of cells in the first window, before the length of the cells is known. */
const INITIAL_CELLS = 30_000
/** Maximum size of the first window, when only the length of the first rows is known. */
const FIRST_WINDOW_BYTES = DESIRED_BYTES / 2
const MAX_FIRST_CELLS = 200_000
/** Maximum growth from a window to the next: a single short response says little about the rows after it. */
const MAX_GROWTH = 8
/** Maximum rows of a window. Empty rows have no size; this bounds a window of full rows below them. */
export const MAX_ROWS = 50_000

interface WindowSizer {
  /** Rows of the next window: whole chunks, or a part of a chunk too large for one request. */
  readonly rows: number
  /** Adjusts the next window to the size of a response. */
  record(window: { rows: number; bytes: number }): void
}

interface WindowOptions {
  /** Rows of a chunk. Windows are whole chunks where they fit; without it, any number of rows. */
  chunkRows?: number
  columns: number
  sample?: SampledRows | undefined
}

/** Sizes windows so that each response comes close to the payload limit and a copy needs few requests. */
export function createWindowSizer({ chunkRows: wholeRows, columns, sample }: WindowOptions): WindowSizer {
  const chunkRows = wholeRows ?? 1
  const wholeChunks = (desired: number) =>
    desired < chunkRows ? Math.max(1, Math.floor(desired)) : desired - (desired % chunkRows)
  let rows = sample
    ? wholeChunks(Math.min(FIRST_WINDOW_BYTES / sample.bytes, MAX_FIRST_CELLS / Math.max(sample.columns, 1), MAX_ROWS))
    : Math.max(1, Math.min(wholeRows ?? MAX_ROWS, Math.floor(INITIAL_CELLS / columns)))
  return {
    get rows() {
      return rows
    },
    record(window) {
      const fitting = (DESIRED_BYTES * window.rows) / Math.max(window.bytes, 1)
      rows = wholeChunks(Math.min(fitting, rows * MAX_GROWTH, MAX_ROWS))
    },
  }
}
