import type { RowProblem } from '#contract/csv-job.ts'
import { pluralize } from '#domain/pluralize.ts'

const MAX_PROBLEMS_NAMED = 3
/** Maximum kept problems: a file of nothing but bad rows must not fill the memory. */
const MAX_PROBLEMS_KEPT = 1000

/** Counts of an import's rows by outcome. */
export interface ImportCounts {
  created: number
  updated: number
  unchanged: number
  failed: number
  /** Why rows were skipped, the first reasons only. */
  errors: RowProblem[]
}

export function noCounts(): ImportCounts {
  return { created: 0, updated: 0, unchanged: 0, failed: 0, errors: [] }
}

/** Adds skipped rows. */
export function countProblems(counts: ImportCounts, problems: readonly RowProblem[]): void {
  counts.failed += problems.length
  counts.errors.push(...problems.slice(0, MAX_PROBLEMS_KEPT - counts.errors.length))
}

/** An import is an error if it skipped every row. */
export function importStatus({ created, updated, unchanged, failed }: ImportCounts) {
  if (failed === 0) return 'success'
  return created + updated + unchanged > 0 ? 'partial_success' : 'error'
}

/** The message in the reply to an import; `noun` names a row, e.g. `task`. */
export function importSummary(counts: ImportCounts, noun: string): string {
  const { created, updated, unchanged, failed, errors } = counts
  if (created + updated + unchanged + failed === 0) return `The file has no ${noun}s.`
  const done = `${pluralize(created, noun)} created, ${updated} updated`
  const accepted = unchanged > 0 ? `${done}, ${unchanged} unchanged.` : `${done}.`
  if (failed === 0) return accepted
  const named = errors.slice(0, MAX_PROBLEMS_NAMED).map(({ row, message }) => `row ${row}: ${message}`)
  const others = failed - named.length
  const list = others > 0 ? `${named.join('; ')}; and ${others} more` : named.join('; ')
  return `${accepted} ${pluralize(failed, 'row')} skipped: ${list}`
}
