import { CHECK_SOURCE } from '#domain/explanation.ts'
import { pluralize } from '#domain/pluralize.ts'
import { type ColumnProfile, countCells } from './column-profile.ts'
import { isNoLarger, withoutExamples } from './covered-facts.ts'
import type { Guard } from './guard.ts'
import type { ColumnFacts, Limit } from './guard-facts.ts'
import { describeExample, describeLimit } from './guard-words.ts'
import type { JudgedColumn } from './judged-columns.ts'
import { isOver, type Limits, limitOfColumn } from './limits.ts'

type CollapsedFacts = ColumnFacts & { readonly distinct: number; readonly lastDistinct: number } & Limit

const MIN_DISTINCT_BEFORE = 10
const MAX_SAME_PERCENT = 80

export const columnCollapsed: Guard<CollapsedFacts> = {
  explain: ({ column, count, distinct, lastDistinct, cells, ...limit }) => ({
    subject: null,
    reason: `In the column "${column}", ${pluralize(count, 'cell')} now hold the same value; there were ${lastDistinct.toLocaleString('en-US')} different ones, now ${distinct.toLocaleString('en-US')}${describeExample(cells)}. ${describeLimit('the same', limit)}`,
    ...CHECK_SOURCE,
  }),
  covers: isNoLarger,
  allowedBy: 'hold_loss_percent',
  withoutCells: withoutExamples,
  judge: ({ steady, limits }) => judgeCollapse(steady?.filled ?? [], limits),
}

/** Holds for columns that collapse into a single value. */
export function judgeCollapse(columns: readonly JudgedColumn[], limits: Limits): CollapsedFacts[] {
  return columns.flatMap(({ name, before, after }) => {
    const percent = collapsedPercent(before, after)
    const rulePercent = MAX_SAME_PERCENT
    const limit = limitOfColumn(limits, { column: name, of: ({ collapsed }) => collapsed, percent, rulePercent })
    if (!isOver(limit)) return []
    const facts = { count: after.topCount, distinct: after.distinct, lastDistinct: before.distinct }
    return [{ column: name, ...facts, cells: [], ...limit }]
  })
}

/**
 * Percentage of the most frequent value; 0 unless the column is newly collapsed. Times of updates do not count: they are often
 * equal, and new.
 */
export function collapsedPercent(before: ColumnProfile, after: ColumnProfile): number {
  const isNewDate = after.maybeDates && after.examples.number?.value !== before.examples.number?.value
  if (before.maybeDates && isNewDate) return 0
  const isNew = before.distinct >= MIN_DISTINCT_BEFORE && after.distinct * 4 <= before.distinct
  const wasSpread = before.topCount <= 0.6 * countCells(before)
  const cells = countCells(after)
  return isNew && wasSpread && cells >= MIN_DISTINCT_BEFORE ? (100 * after.topCount) / cells : 0
}
