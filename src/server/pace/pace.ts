import { setImmediate as nextTurn } from 'node:timers/promises'

/** Maximum rows that are worked on in one turn of the event loop. */
export const SLICE_ROWS = 5_000

/** Counts rows before the work on them, and lets everything else on this thread have its turn between two slices. */
export type Pace = (rows: number) => Promise<void>

export function createPace(): Pace {
  let rowsInTurn = 0
  return async (rows) => {
    rowsInTurn += rows
    if (rowsInTurn <= SLICE_ROWS) return
    rowsInTurn = rows
    await nextTurn()
  }
}

/** Cuts rows into slices, each of which the pace counts. */
export async function* cutIntoSlices<Row>(
  rows: readonly Row[],
  pace: Pace,
): AsyncGenerator<{ at: number; rows: readonly Row[] }> {
  for (let at = 0; at < rows.length; at += SLICE_ROWS) {
    const slice = rows.slice(at, at + SLICE_ROWS)
    await pace(slice.length)
    yield { at, rows: slice }
  }
}
