import { CHECK_CONDITIONS } from '#domain/explanation.ts'
import { pluralize } from '#domain/pluralize.ts'
import type { Guard } from './guard.ts'
import type { Limit, Matching } from './guard-facts.ts'
import { describeLimit } from './guard-words.ts'
import { isOver, type Limits, limitOfRows } from './limits.ts'
import { lostPercent } from './source-shrank.ts'

export interface ShrunkMatches extends Matching {
  readonly rows: number
  readonly lastRows: number
  readonly limit?: Limit | undefined
}

/** Far fewer rows of the source meet the conditions of the task than at the last copy. */
export const matchesShrank: Guard<ShrunkMatches> = {
  explain: ({ rows, lastRows, skipsHidden, limit }) => ({
    subject: null,
    reason: `${pluralize(rows, 'row')} of the source ${skipsHidden ? (rows === 1 ? 'is visible and ' : 'are visible and ') : ''}${rows === 1 ? 'meets' : 'meet'} the conditions of the task, down from ${lastRows.toLocaleString('en-US')} at the last successful run.${limit ? ` ${describeLimit('lost', limit)}` : ''}`,
    ...CHECK_CONDITIONS,
  }),
  covers: (found, seen) => found.rows >= seen.rows && found.lastRows <= seen.lastRows,
  allowedBy: 'hold_loss_percent',
  withoutCells: 'has_none',
  judge: 'found_elsewhere',
}

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

type MatchesHold =
  | ({ cause: 'no_row_matches'; sourceRows: number } & Matching)
  | ({ cause: 'matches_shrank' } & ShrunkMatches)

/** Minimum lost rows for a hold. */
const MIN_LOST = 5

/**
 * Holds for rows that no longer meet the conditions of a task. The source may have lost nothing, e.g. if a word was replaced
 * throughout. A person who accepts zero rows accepts any number.
 */
export function judgeMatches({ rows, lastRows, sourceRows, skipsHidden }: Matches, limits: Limits): MatchesHold[] {
  if (sourceRows === 0) return []
  const matching = skipsHidden ? { skipsHidden } : {}
  if (rows === 0) return lastRows === 0 ? [] : [{ cause: 'no_row_matches', sourceRows, ...matching }]
  const percent = lostPercent(rows, lastRows)
  const limit = limitOfRows(limits, { percent, of: ({ lostRows }) => lostRows })
  const holds = lastRows !== undefined && isOver(limit) && lastRows - rows >= MIN_LOST
  return holds ? [{ cause: 'matches_shrank', rows, lastRows, limit, ...matching }] : []
}
