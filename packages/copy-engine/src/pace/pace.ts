import { turns } from './turns.ts'

/** Maximum rows worked on in one turn. */
export const SLICE_ROWS = 5_000

/** Counts rows before the work on them, and waits for the next turn once they are more than a slice. */
export type Pace = (rows: number) => Promise<void>

interface PaceOptions {
  /** Person whose time the work uses. Work without a person, such as a scheduled run, has no budget. */
  person?: string | undefined
  signal?: AbortSignal | undefined
}

/** Creates a pace for work whose cost grows with rows. It throws the signal's reason once the signal is aborted. */
export function createPace({ person, signal }: PaceOptions = {}): Pace {
  let rowsInTurn = SLICE_ROWS
  return async (rows) => {
    rowsInTurn += rows
    if (rowsInTurn <= SLICE_ROWS) return
    rowsInTurn = rows
    await turns.take(person)
    signal?.throwIfAborted()
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
