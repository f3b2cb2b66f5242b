import { ADVISED_PAYLOAD_BYTES } from '#domain/copy/pack-patches.ts'

/** Rows may get longer further down: aim below the advised size. */
const AIMED_BYTES = 0.9 * ADVISED_PAYLOAD_BYTES
/** Nothing is known yet of how long the cells are. */
const CELLS_AT_FIRST = 30_000
/** One short answer says little about the rows after it. */
const FASTEST_GROWTH = 8
/** Empty rows weigh nothing; this bounds what a window of full ones after them may weigh. */
const MOST_ROWS = 50_000

interface WindowSizer {
  /** Rows of the next window: whole chunks, or a part of one when a chunk is too large for one request. */
  readonly rows: number
  /** Learns from the larger answer for a window of that many rows. */
  measured(window: { rows: number; bytes: number }): void
}

/** Finds how many rows fit into one answer of the advised size, so that a copy takes few requests. */
export function createWindowSizer({ chunkRows, columns }: { chunkRows: number; columns: number }): WindowSizer {
  let rows = Math.max(1, Math.min(chunkRows, Math.floor(CELLS_AT_FIRST / columns)))
  return {
    get rows() {
      return rows
    },
    measured(window) {
      const fitting = (AIMED_BYTES * window.rows) / Math.max(window.bytes, 1)
      const aimed = Math.min(fitting, rows * FASTEST_GROWTH, MOST_ROWS)
      rows = aimed < chunkRows ? Math.max(1, Math.floor(aimed)) : aimed - (aimed % chunkRows)
    },
  }
}
