import { CHECK_SOURCE } from '#domain/explanation.ts'
import { pluralize } from '#domain/pluralize.ts'
import { CELL_KINDS, type CellKind, type ColumnProfile, countCells } from './column-profile.ts'
import { isNoLarger, withoutExamples } from './covered-facts.ts'
import type { Guard } from './guard.ts'
import type { ColumnFacts, Limit } from './guard-facts.ts'
import { describeExample, describeLimit } from './guard-words.ts'
import { findExamples, type JudgedColumn } from './judged-columns.ts'
import { isOver, type Limits, limitOfColumn } from './limits.ts'

type KindFacts = ColumnFacts & { readonly from: string; readonly to: string } & Limit

const MAX_CHANGED_KIND_PERCENT = 30
const MIN_CHANGED_KIND = 5

export const kindChanged: Guard<KindFacts> = {
  explain: ({ column, count, from, to, cells, ...limit }) => ({
    subject: null,
    reason: `In the column "${column}", ${pluralize(count, 'cell')} turned from ${from} to ${to}${describeExample(cells)}. ${describeLimit('changed', limit)}`,
    ...CHECK_SOURCE,
  }),
  covers: (found, seen) => isNoLarger(found, seen) && found.to === seen.to,
  allowedBy: 'hold_loss_percent',
  withoutCells: withoutExamples,
  judge: ({ steady, limits }) => judgeKinds(steady?.filled ?? [], limits),
}

/** Holds for columns with many values of a changed kind. */
export function judgeKinds(columns: readonly JudgedColumn[], limits: Limits): KindFacts[] {
  return columns.flatMap((column) => {
    const { name, before, after } = column
    const { percent, from, to } = kindChange(before, after)
    const rulePercent = MAX_CHANGED_KIND_PERCENT
    const limit = limitOfColumn(limits, { column: name, of: ({ changedKind }) => changedKind, percent, rulePercent })
    const count = Math.round((percent / 100) * countCells(after))
    if (!isOver(limit) || count < MIN_CHANGED_KIND) return []
    return [{ column: name, count, from, to, cells: findExamples(column, { from: [from], to: [to] }), ...limit }]
  })
}

interface KindChange {
  percent: number
  from: CellKind
  to: CellKind
}

/** Difference between the shares of the kinds, and the kinds with the largest loss and gain. */
export function kindChange(before: ColumnProfile, after: ColumnProfile): KindChange {
  const [allBefore, allAfter] = [countCells(before), countCells(after)]
  if (allBefore === 0 || allAfter === 0) return { percent: 0, from: 'text', to: 'text' }
  const gains = CELL_KINDS.map((kind) => ({
    kind,
    gain: after.kinds[kind] / allAfter - before.kinds[kind] / allBefore,
  })).toSorted((one, other) => one.gain - other.gain)
  const percent = 100 * gains.reduce((sum, { gain }) => sum + Math.max(0, gain), 0)
  return { percent, from: gains[0]?.kind ?? 'text', to: gains.at(-1)?.kind ?? 'text' }
}
