import { held } from '#domain/explanation.ts'
import { pluralize } from '#domain/pluralize.ts'
import { isNoMore, withoutExamples } from './covered-facts.ts'
import type { Guard } from './guard.ts'
import type { ColumnFacts } from './guard-facts.ts'
import { describeFirst } from './guard-words.ts'

/** The split column of a hand-out has error values. */
export const valuesFailed: Guard<ColumnFacts> = {
  explain: ({ column, count, cells }) => ({
    subject: null,
    reason: `The column "${column}", which says where rows go, has ${pluralize(count, 'error value')}${describeFirst(count, cells)}.`,
    ...held("Fix the formulas; to copy the other rows, choose 'Copy anyway'."),
  }),
  covers: (found, seen) => found.column === seen.column && isNoMore(found, seen),
  allowedBy: 'no_rule',
  withoutCells: withoutExamples,
  judge: 'found_elsewhere',
}
