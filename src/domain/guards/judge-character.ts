import type { Hold } from '#domain/failures/failure.ts'
import { CELL_KINDS, type CellKind, type ColumnProfile } from './column-profile.ts'
import { examplesOf, type JudgedColumn } from './judged-columns.ts'
import { isOver, type Limits, limitOfColumn } from './limits.ts'
import { usualOfColumn } from './measures.ts'

const MAX_CHANGED_KIND_PERCENT = 30
const MIN_CHANGED_KIND = 5
const MIN_DISTINCT_BEFORE = 10
const MAX_SAME_PERCENT = 80
const MAX_SCALE = 8
const MIN_NUMBERS = 10

/** Holds for columns of which many values change kind. */
export function judgeKinds(columns: readonly JudgedColumn[], limits: Limits): Hold[] {
  return columns.flatMap((column): Hold[] => {
    const { name, before, after } = column
    const { percent, from, to } = kindChange(before, after)
    const rulePercent = MAX_CHANGED_KIND_PERCENT
    const limit = limitOfColumn(limits, { column: name, of: ({ changedKind }) => changedKind, percent, rulePercent })
    const count = Math.round((percent / 100) * cellsOf(after))
    if (!isOver(limit) || count < MIN_CHANGED_KIND) return []
    const cells = examplesOf(column, { from: [from], to: [to] })
    return [{ cause: 'kind_changed', column: name, count, from, to, cells, ...limit }]
  })
}

/** Holds for columns that collapse into one value. */
export function judgeCollapse(columns: readonly JudgedColumn[], limits: Limits): Hold[] {
  return columns.flatMap((column): Hold[] => {
    const { name, before, after } = column
    const percent = collapsedPercent(before, after)
    const rulePercent = MAX_SAME_PERCENT
    const limit = limitOfColumn(limits, { column: name, of: ({ collapsed }) => collapsed, percent, rulePercent })
    if (!isOver(limit)) return []
    const facts = { count: after.topCount, distinct: after.distinct, lastDistinct: before.distinct }
    return [{ cause: 'column_collapsed', column: name, ...facts, cells: [], ...limit }]
  })
}

/** The share of the most frequent value, if it was no such column before. Times of updates are often the same, and new. */
export function collapsedPercent(before: ColumnProfile, after: ColumnProfile): number {
  const isNewDate = after.maybeDates && after.examples.number?.value !== before.examples.number?.value
  if (before.maybeDates && isNewDate) return 0
  const isNew = before.distinct >= MIN_DISTINCT_BEFORE && after.distinct * 4 <= before.distinct
  const wasSpread = before.topCount <= 0.6 * cellsOf(before)
  return isNew && wasSpread && cellsOf(after) >= MIN_DISTINCT_BEFORE ? (100 * after.topCount) / cellsOf(after) : 0
}

/** Holds for columns whose numbers are many times larger or smaller: a decimal point that was dropped, or another currency. */
export function judgeScale(columns: readonly JudgedColumn[], { measures, lossPercent }: Limits): Hold[] {
  if (lossPercent >= 100) return []
  return columns.flatMap((column): Hold[] => {
    const { name, before, after } = column
    const scale = scaleOf(before, after)
    const usualScale = usualOfColumn(measures, { column: name, of: (one) => one.scale }) ?? 0
    if (scale <= Math.max(MAX_SCALE, usualScale)) return []
    const facts = { count: after.kinds.number, mean: meanOf(after), lastMean: meanOf(before) }
    const cells = examplesOf(column, { from: ['number'], to: ['number'] })
    return [{ cause: 'numbers_scaled', column: name, ...facts, cells }]
  })
}

/** How many times larger or smaller the numbers are on average; 0 where that cannot be said. */
export function scaleOf(before: ColumnProfile, after: ColumnProfile): number {
  const isKnown = [before, after].every(
    (each) => each.kinds.number >= MIN_NUMBERS && each.kinds.number >= 0.7 * cellsOf(each) && !each.isSequence,
  )
  const ratio = meanOf(after) / meanOf(before)
  const isSpread = after.distinct * 4 > before.distinct
  return isKnown && isSpread && ratio > 0 && Number.isFinite(ratio) ? Math.max(ratio, 1 / ratio) : 0
}

function meanOf({ total, kinds }: ColumnProfile): number {
  return total / kinds.number
}

interface KindChange {
  percent: number
  from: CellKind
  to: CellKind
}

/** How much the shares of the kinds differ, and which kind lost and gained most. */
export function kindChange(before: ColumnProfile, after: ColumnProfile): KindChange {
  const [allBefore, allAfter] = [cellsOf(before), cellsOf(after)]
  if (allBefore === 0 || allAfter === 0) return { percent: 0, from: 'text', to: 'text' }
  const gains = CELL_KINDS.map((kind) => ({
    kind,
    gain: after.kinds[kind] / allAfter - before.kinds[kind] / allBefore,
  })).toSorted((one, other) => one.gain - other.gain)
  const percent = 100 * gains.reduce((sum, { gain }) => sum + Math.max(0, gain), 0)
  return { percent, from: gains[0]?.kind ?? 'text', to: gains.at(-1)?.kind ?? 'text' }
}

function cellsOf({ filled, kinds }: ColumnProfile): number {
  return filled + kinds.error
}
