import { CHECK_SOURCE } from '#domain/explanation.ts'
import { pluralize } from '#domain/pluralize.ts'
import type { ErrorFacts, Guard } from './guard.ts'

export interface JumpFacts {
  readonly count: number
  readonly lastCount: number
  readonly first?: string | undefined
}

const MIN_NEW_ERRORS = 10
const MIN_NEW_ERRORS_PER_ROW = 0.1

export const errorJump: Guard<JumpFacts> = {
  explain: ({ count, lastCount, first }) => ({
    subject: null,
    reason: `Formulas may not have finished: the source has ${pluralize(count, 'error cell')}, up from ${lastCount} at the last run.${first === undefined ? '' : ` The first is ${first}.`}`,
    ...CHECK_SOURCE,
  }),
  covers: (found, seen) => found.count < seen.count || (found.count === seen.count && found.first === seen.first),
  allowedBy: 'no_rule',
  withoutCells: () => ({ first: undefined }),
  judge: ({ errors, now }) => (errors ? judgeErrors(errors, now.rows) : []),
}

/**
 * Holds if so many cells have become errors since the last run that the source's formulas may be unfinished. Google shows
 * errors for a while after nobody has had the spreadsheet open.
 *
 * @param rows Data rows of the source.
 */
export function judgeErrors({ errorCells, before, first }: ErrorFacts, rows: number): JumpFacts[] {
  if (before === undefined) return []
  const added = errorCells - before
  const hasJumped = added >= Math.max(MIN_NEW_ERRORS, rows * MIN_NEW_ERRORS_PER_ROW) && errorCells > 2 * before
  return hasJumped ? [{ count: errorCells, lastCount: before, first }] : []
}
