import type { Window } from './read-rows.ts'

const MAX_SAMPLES = 16
/** Rows of each sample: a single row may be unlike its neighbors. */
const SAMPLE_ROWS = 10

/** Spreads samples evenly over the rows; returns none for few rows. */
export function spreadSamples({ firstRow, lastRow }: Window): Window[] {
  const step = Math.floor((lastRow - firstRow + 1) / MAX_SAMPLES)
  if (step < 2 * SAMPLE_ROWS) return []
  return Array.from({ length: MAX_SAMPLES }, (_, at) => {
    const first = firstRow + at * step + Math.floor((step - SAMPLE_ROWS) / 2)
    return { firstRow: first, lastRow: first + SAMPLE_ROWS - 1 }
  })
}

/** Row sizes estimated from samples of a tab. */
export interface RowSizes {
  /** Estimates the size of rows as JSON. */
  estimate(rows: Window): number
  /** Corrects later estimates by the real size of rows. */
  record(rows: Window, bytes: number): void
}

/** Assumes that rows are about as large as in the nearest sample. `bytes` has the size of each sample. */
export function createRowSizes(samples: readonly Window[], bytes: readonly number[]): RowSizes {
  let factor = 1
  const sampled = (rows: Window) => {
    let sum = 0
    for (const [at, { firstRow, lastRow }] of samples.entries()) {
      const [above, below] = [samples[at - 1], samples[at + 1]]
      const from = above ? (above.lastRow + firstRow + 1) / 2 : Number.NEGATIVE_INFINITY
      const to = below ? (lastRow + below.firstRow + 1) / 2 : Number.POSITIVE_INFINITY
      const near = Math.min(rows.lastRow + 1, to) - Math.max(rows.firstRow, from)
      if (near > 0) sum += (near * (bytes[at] ?? 0)) / (lastRow - firstRow + 1)
    }
    return sum
  }
  return {
    estimate: (rows) => factor * sampled(rows),
    record(rows, found) {
      const expected = sampled(rows)
      if (expected > 0 && found > 0) factor = found / expected
    },
  }
}
