import type { Hold } from '#domain/failures/failure.ts'
import type { Limit } from '#domain/failures/guard-failures.ts'
import { examplesOf, type JudgedColumn } from './judged-columns.ts'
import { type Measures, usual, usualOfColumn } from './measures.ts'

interface Losses {
  rows: number
  lastRows: number | undefined
  columns: readonly JudgedColumn[]
  measures: readonly Measures[]
  /** 100 switches the rule off. */
  limitPercent: number
}

const MIN_LOST = 5

/** Holds for rows and for filled cells of columns that vanished. A source without rows always holds. */
export function judgeLoss({ rows, lastRows, columns, measures, limitPercent }: Losses): Hold[] {
  if (rows === 0) return [{ cause: 'source_empty' }]
  if (limitPercent >= 100) return []
  const lost = lostPercent(rows, lastRows)
  const limit = limitOf({ percent: lost, limitPercent, usualPercent: usual(measures, (one) => one.lostRows) })
  const holdsRows = lastRows !== undefined && isOver(limit) && lastRows - rows >= MIN_LOST
  const ofRows: Hold[] = holdsRows ? [{ cause: 'source_shrank', rows, lastRows, limit }] : []
  const ofColumns = columns.flatMap((column): Hold[] => {
    const { name, before, after } = column
    const percent = lostPercent(after.filled, before.filled)
    const usualPercent = usualOfColumn(measures, { column: name, of: (one) => one.lost })
    const own = limitOf({
      percent,
      limitPercent: holdsRows ? Math.max(limitPercent, lost + 10) : limitPercent,
      usualPercent,
    })
    if (!isOver(own) || before.filled - after.filled < MIN_LOST) return []
    const facts = { column: name, count: before.filled - after.filled, filled: after.filled, lastFilled: before.filled }
    return [{ cause: 'column_emptied', ...facts, cells: examplesOf(column), ...own }]
  })
  return [...ofRows, ...ofColumns]
}

/** How many percent of `before` are missing from `now`. */
export function lostPercent(now: number, before: number | undefined): number {
  return before ? Math.max(0, (100 * (before - now)) / before) : 0
}

interface Found {
  percent: number
  limitPercent: number
  usualPercent: number | undefined
}

/** The finding, beside the larger of the limit and of the usual change. */
export function limitOf({ percent, limitPercent, usualPercent }: Found): Limit {
  const limit = Math.max(limitPercent, usualPercent ?? 0)
  return { percent, limitPercent: limit, ...(usualPercent !== undefined && { usualPercent }) }
}

export function isOver({ percent, limitPercent }: Limit): boolean {
  return percent > limitPercent
}
