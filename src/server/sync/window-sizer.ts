import { ADVISED_PAYLOAD_BYTES } from '#domain/pack-patches.ts'

/** Rows may get longer further down: aim below the advised size. */
const AIMED_BYTES = 0.9 * ADVISED_PAYLOAD_BYTES
/** One short answer says little about the rows after it. */
const FASTEST_GROWTH = 8
/** Empty rows weigh nothing; this bounds what a window of full ones after them may weigh. */
const MOST_ROWS = 50_000

export interface WindowSizer {
  /** Rows of the next window: whole chunks, or a part of one when a chunk is too large for one request. */
  readonly rows: number
  /** Learns from the larger answer for a window of that many rows. */
  measured(window: { rows: number; bytes: number }): void
}

/** Finds how many rows fit into one answer of the advised size, so that a copy takes few requests. */
export function createWindowSizer({ chunkRows }: { chunkRows: number }): WindowSizer {
  let rows = chunkRows
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
