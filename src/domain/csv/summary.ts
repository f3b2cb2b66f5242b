import type { RowProblem } from '#contract/csv-job.ts'

const MOST_FAULTS_TOLD = 3

export interface ImportCounts {
  created: number
  updated: number
  unchanged: number
  failed: number
  /** The first of the rows that were not taken. */
  errors: readonly RowProblem[]
}

/** How an import went: nothing taken although something was wanted is an error. */
export function importStatus({ created, updated, unchanged, failed }: ImportCounts) {
  if (failed === 0) return 'success'
  return created + updated + unchanged > 0 ? 'partial_success' : 'error'
}

/** How an import went, in words; `noun` is what a row holds, such as `task`. */
export function importSummary(counts: ImportCounts, noun: string): string {
  const { created, updated, unchanged, failed, errors } = counts
  if (created + updated + unchanged + failed === 0) return `The file holds no ${noun}s.`
  const done = `${created} ${created === 1 ? noun : `${noun}s`} created, ${updated} updated`
  const taken = unchanged > 0 ? `${done}, ${unchanged} unchanged.` : `${done}.`
  if (failed === 0) return taken
  const told = errors.slice(0, MOST_FAULTS_TOLD).map(({ row, message }) => `row ${row}: ${message}`)
  const rest = failed - told.length
  const list = rest > 0 ? `${told.join('; ')}; and ${rest} more` : told.join('; ')
  return `${taken} ${failed === 1 ? '1 row was' : `${failed} rows were`} not taken: ${list}`
}
