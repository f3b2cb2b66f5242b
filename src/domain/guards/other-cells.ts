import { CHECK_TARGET } from '#domain/explanation.ts'
import { pluralize } from '#domain/pluralize.ts'
import { isNoMore, withoutExamples } from './covered-facts.ts'
import type { Guard } from './guard.ts'
import type { OccupiedFacts } from './guard-facts.ts'
import { describeExample } from './guard-words.ts'

/** A later run would overwrite or clear cells outside the region of the earlier runs. */
export const otherCells: Guard<OccupiedFacts> = {
  explain: ({ tab, count, cells }) => ({
    subject: null,
    reason: `${pluralize(count, 'cell')} of "${tab}" that no run of this task wrote would be overwritten${describeExample(cells)}.`,
    ...CHECK_TARGET,
  }),
  covers: (found, seen) => seen.tab === found.tab && isNoMore(found, seen),
  allowedBy: 'no_rule',
  withoutCells: withoutExamples,
  judge({ occupied, tab }) {
    if (!occupied || occupied.percent !== undefined) return []
    const { rows, count, cells } = occupied
    return [{ tab, rows, count, cells }]
  },
}
