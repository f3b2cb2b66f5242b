import { CHECK_TARGET } from '#domain/explanation.ts'
import { pluralize } from '#domain/pluralize.ts'
import { isNoMore, withoutExamples } from './covered-facts.ts'
import type { Guard } from './guard.ts'
import type { OccupiedFacts } from './guard-facts.ts'
import { describeExample, formatPercent } from './guard-words.ts'

/** A first run would overwrite or clear another person's cells. */
export const targetOccupied: Guard<OccupiedFacts & { readonly percent: number }> = {
  explain: ({ tab, rows, count, percent, cells }) => ({
    subject: null,
    reason: `"${tab}" already holds ${pluralize(rows, 'row')} that this copy would overwrite (${pluralize(count, 'cell')}, ${formatPercent(percent)} % of what is there)${describeExample(cells)}.`,
    ...CHECK_TARGET,
  }),
  covers: (found, seen) => seen.tab === found.tab && isNoMore(found, seen),
  allowedBy: 'no_rule',
  withoutCells: withoutExamples,
  judge({ occupied, tab }) {
    if (occupied?.percent === undefined) return []
    return [{ tab, ...occupied, percent: occupied.percent }]
  },
}
