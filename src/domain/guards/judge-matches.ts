import type { Hold } from '#domain/failures/failure.ts'
import { lostPercent } from './judge-loss.ts'
import { isOver, type Limits, limitOfRows } from './limits.ts'

interface Matches {
  /** Rows that meet the conditions of the task. */
  rows: number
  /** Matching rows at the last copy with these conditions; undefined if there was none. */
  lastRows: number | undefined
  /** Data rows of the source. */
  sourceRows: number
  /** Whether hidden rows are left out, too. */
  skipsHidden?: boolean | undefined
}

/** Minimum rows that have to vanish. */
const MIN_LOST = 5

/**
 * Holds for rows that do not meet the conditions of a task any more: the source may have lost nothing when one of its words
 * was replaced throughout. None at all are as many as a person accepted.
 */
export function judgeMatches({ rows, lastRows, sourceRows, skipsHidden }: Matches, limits: Limits): Hold[] {
  if (sourceRows === 0) return []
  const matching = skipsHidden ? { skipsHidden } : {}
  if (rows === 0) return lastRows === 0 ? [] : [{ cause: 'no_row_matches', sourceRows, ...matching }]
  const percent = lostPercent(rows, lastRows)
  const limit = limitOfRows(limits, { percent, of: ({ lostRows }) => lostRows })
  const holds = lastRows !== undefined && isOver(limit) && lastRows - rows >= MIN_LOST
  return holds ? [{ cause: 'matches_shrank', rows, lastRows, limit, ...matching }] : []
}
