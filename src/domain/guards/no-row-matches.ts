import { CHECK_CONDITIONS } from '#domain/explanation.ts'
import { pluralize } from '#domain/pluralize.ts'
import type { Guard } from './guard.ts'
import type { Matching } from './guard-facts.ts'

/** The source has rows, and none of them meets the conditions of the task. */
export const noRowMatches: Guard<Matching & { readonly sourceRows: number }> = {
  explain: ({ sourceRows, skipsHidden }) => ({
    subject: null,
    reason:
      sourceRows === 1
        ? `The only row of the source ${skipsHidden ? 'is hidden or ' : ''}does not meet the conditions of the task.`
        : `None of the ${pluralize(sourceRows, 'row')} of the source ${skipsHidden ? 'is visible and ' : ''}meets the conditions of the task.`,
    ...CHECK_CONDITIONS,
  }),
  covers: () => true,
  allowedBy: 'no_rule',
  withoutCells: 'has_none',
  judge: 'found_elsewhere',
}
