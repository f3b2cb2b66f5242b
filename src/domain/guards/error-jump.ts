import type { Hold } from '#domain/failures/failure.ts'

export interface ErrorFacts {
  errorCells: number
  /** At the last run; undefined if there was none. */
  before: number | undefined
  /** The first error cell, with the provider's text. */
  first: string | undefined
}

const MIN_NEW_ERRORS = 10
const MIN_NEW_ERRORS_PER_ROW = 0.1

/**
 * Holds when so many cells became errors since the last run that the source's formulas may not have finished. Google shows
 * errors for a while when nobody has had the spreadsheet open.
 *
 * @param rows Data rows of the source.
 */
export function judgeErrors({ errorCells, before, first }: ErrorFacts, rows: number): Hold[] {
  if (before === undefined) return []
  const added = errorCells - before
  const hasJumped = added >= Math.max(MIN_NEW_ERRORS, rows * MIN_NEW_ERRORS_PER_ROW) && errorCells > 2 * before
  return hasJumped ? [{ cause: 'error_jump', count: errorCells, lastCount: before, first }] : []
}
