import { CHECK_SOURCE } from '#domain/explanation.ts'
import { pluralize } from '#domain/pluralize.ts'
import { isNoMore, withoutExamples } from './covered-facts.ts'
import type { Guard } from './guard.ts'
import type { ColumnFacts } from './guard-facts.ts'
import { describeFirst } from './guard-words.ts'

export const expectedFilled: Guard<ColumnFacts> = {
  explain: ({ column, count, cells }) => ({
    subject: null,
    reason: `The column "${column}" should be filled, but ${pluralize(count, 'cell')} ${count === 1 ? 'is' : 'are'} empty${describeFirst(count, cells)}.`,
    ...CHECK_SOURCE,
  }),
  covers: (found, seen) => found.column === seen.column && isNoMore(found, seen),
  allowedBy: 'no_rule',
  withoutCells: withoutExamples,
  judge: 'found_elsewhere',
}
