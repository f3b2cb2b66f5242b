import type { Hold } from '#domain/failures/failure.ts'
import { CELL_KINDS, type CellKind, type ColumnProfile } from './column-profile.ts'
import { isOver, limitOf } from './judge-loss.ts'
import { examplesOf, type JudgedColumn } from './judged-columns.ts'
import { type Measures, usualOfColumn } from './measures.ts'

const MAX_CHANGED_KIND_PERCENT = 30
const MIN_CHANGED_KIND = 3
const MIN_DISTINCT_BEFORE = 10
const MAX_SAME_PERCENT = 80

/** Holds for columns of which many values change kind. */
export function judgeKinds(columns: readonly JudgedColumn[], measures: readonly Measures[]): Hold[] {
  return columns.flatMap((column): Hold[] => {
    const { name, before, after } = column
    const usualPercent = usualOfColumn(measures, { column: name, of: (one) => one.changedKind })
    const { percent, from, to } = kindChange(before, after)
    const limit = limitOf({ percent, limitPercent: MAX_CHANGED_KIND_PERCENT, usualPercent })
    const count = Math.round((percent / 100) * cellsOf(after))
    if (!isOver(limit) || count < MIN_CHANGED_KIND) return []
    return [{ cause: 'kind_changed', column: name, count, from, to, cells: examplesOf(column), ...limit }]
  })
}

/** Holds for columns that collapse into one value. */
export function judgeCollapse(columns: readonly JudgedColumn[], measures: readonly Measures[]): Hold[] {
  return columns.flatMap((column): Hold[] => {
    const { name, before, after } = column
    const usualPercent = usualOfColumn(measures, { column: name, of: (one) => one.collapsed })
    const limit = limitOf({ percent: collapsedPercent(before, after), limitPercent: MAX_SAME_PERCENT, usualPercent })
    if (!isOver(limit)) return []
    const facts = { count: after.topCount, distinct: after.distinct, lastDistinct: before.distinct }
    return [{ cause: 'column_collapsed', column: name, ...facts, cells: [], ...limit }]
  })
}

/** The share of the most frequent value, if it was no such column before. */
export function collapsedPercent(before: ColumnProfile, after: ColumnProfile): number {
  const isNew = before.distinct >= MIN_DISTINCT_BEFORE && after.distinct * 4 <= before.distinct
  const wasSpread = before.topCount <= 0.6 * cellsOf(before)
  return isNew && wasSpread && cellsOf(after) >= MIN_DISTINCT_BEFORE ? (100 * after.topCount) / cellsOf(after) : 0
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
