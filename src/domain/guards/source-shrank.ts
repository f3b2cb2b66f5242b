import { CHECK_SOURCE } from '#domain/explanation.ts'
import { pluralize } from '#domain/pluralize.ts'
import type { Guard } from './guard.ts'
import type { Limit } from './guard-facts.ts'
import { describeLimit } from './guard-words.ts'
import { isOver, type Limits, limitOfRows } from './limits.ts'

export interface ShrunkFacts {
  readonly rows: number
  readonly lastRows: number
  /** Absent for holds stored by an earlier version. */
  readonly limit?: Limit
}

/** Minimum lost rows for a hold. */
const MIN_LOST = 5

export const sourceShrank: Guard<ShrunkFacts> = {
  explain: ({ rows, lastRows, limit }) => ({
    subject: null,
    reason: `The source shrank from ${pluralize(lastRows, 'row')} to ${pluralize(rows, 'row')} since the last successful run.${limit ? ` ${describeLimit('lost', limit)}` : ''}`,
    ...CHECK_SOURCE,
  }),
  covers: (found, seen) => found.rows >= seen.rows && found.lastRows <= seen.lastRows,
  allowedBy: 'hold_loss_percent',
  withoutCells: 'has_none',
  judge: ({ now, lastRows, limits }) => judgeShrunk({ rows: now.rows, lastRows }, limits),
}

/** Holds for vanished rows. Another guard judges a source without rows. */
export function judgeShrunk(
  { rows, lastRows }: { rows: number; lastRows: number | undefined },
  limits: Limits,
): ShrunkFacts[] {
  const limit = limitOfRows(limits, { percent: lostPercent(rows, lastRows), of: ({ lostRows }) => lostRows })
  if (rows === 0 || lastRows === undefined || lastRows - rows < MIN_LOST || !isOver(limit)) return []
  return [{ rows, lastRows, limit }]
}

/** Percentage of `before` missing from `now`. */
export function lostPercent(now: number, before: number | undefined): number {
  return before ? Math.max(0, (100 * (before - now)) / before) : 0
}
