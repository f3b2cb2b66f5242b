import type { RowProblem } from '#contract/csv-job.ts'
import type { ImportCounts } from '#domain/csv/summary.ts'

/** A file of nothing but bad rows must not fill the memory. */
const MOST_ERRORS_KEPT = 1000

/** The counts of an import while it goes on. */
export type ImportTally = ImportCounts & { errors: RowProblem[] }

export function emptyTally(): ImportTally {
  return { created: 0, updated: 0, unchanged: 0, failed: 0, errors: [] }
}

/** Counts rows that were not taken and keeps the first of them. */
export function countFaults(tally: ImportTally, faults: readonly RowProblem[]): void {
  tally.failed += faults.length
  tally.errors.push(...faults.slice(0, MOST_ERRORS_KEPT - tally.errors.length))
}
