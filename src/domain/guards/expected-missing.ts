import { CHECK_SOURCE } from '#domain/explanation.ts'
import { describeMissing, type MissingColumn } from '#domain/shape/place-columns.ts'
import type { Guard } from './guard.ts'
import { joinNames } from './guard-words.ts'

/** The source lacks columns that the task has expectations for. */
export const expectedMissing: Guard<{ readonly columns: readonly MissingColumn[] }> = {
  explain: ({ columns }) => ({
    subject: null,
    reason: `The source has no ${columns.length === 1 ? 'column' : 'columns'} ${joinNames(columns.map(describeMissing))}.`,
    ...CHECK_SOURCE,
  }),
  covers(found, seen) {
    const names = seen.columns.map(({ name }) => name)
    return found.columns.every(({ name }) => names.includes(name))
  },
  allowedBy: 'no_rule',
  withoutCells: 'has_none',
  judge: 'found_elsewhere',
}
