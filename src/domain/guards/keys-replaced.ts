import { CHECK_SOURCE } from '#domain/explanation.ts'
import { pluralize } from '#domain/pluralize.ts'
import { changedInPlacePercent, haveSameValues, isJudged } from './column-moved.ts'
import { mayBeKey } from './column-profile.ts'
import { gonePercent } from './compare-values.ts'
import { isNoLarger } from './covered-facts.ts'
import type { Guard } from './guard.ts'
import type { Limit } from './guard-facts.ts'
import { describeLimit } from './guard-words.ts'
import type { JudgedColumn, JudgedRows } from './judged-columns.ts'
import { isOver, limitOfColumn } from './limits.ts'
import { isUniqueSample } from './repeated-values.ts'

type KeysFacts = { readonly column: string; readonly rows: number; readonly lastRows: number } & Limit

const MIN_ROWS = 5
const MAX_NEW_KEYS_PERCENT = 90

export const keysReplaced: Guard<KeysFacts> = {
  explain: ({ column, rows, lastRows, ...limit }) => ({
    subject: null,
    reason: `Almost every value of the column "${column}", which identifies the rows, is new: ${pluralize(lastRows, 'row')} before, ${rows.toLocaleString('en-US')} now. ${describeLimit('new', limit)}`,
    ...CHECK_SOURCE,
  }),
  covers: isNoLarger,
  allowedBy: 'hold_loss_percent',
  withoutCells: 'has_none',
  judge: ({ steady }) => (steady ? judgeKeys(steady.rows) : []),
}

/** Percentage of new values in a column that identifies or numbers rows; 0 for any other column. */
export function newKeysPercent(column: JudgedColumn, judged: JudgedRows): number {
  const { before, after } = column
  const { rows, lastRows } = judged
  if (lastRows < MIN_ROWS || rows * 2 < lastRows || after.filled < rows / 2) return 0
  const isKey = mayBeKey(before, lastRows) && isUniqueSample(before.values.counts)
  if (!isKey && !isRenumbered(column, judged)) return 0
  const inPlace = haveSameValues(before, after) ? 0 : changedInPlacePercent(column, judged)
  return Math.max(gonePercent(before, after), inPlace)
}

/** Whether row numbers have a new start while most other columns stayed the same. Numbering from 1 is ordinary. */
function isRenumbered(column: JudgedColumn, { columns }: JudgedRows): boolean {
  const { before, after } = column
  if (!before.numbering || !after.numbering || before.maybeDates) return false
  if (after.numbering.from <= 1 || after.numbering.from === before.numbering.from) return false
  const others = columns.filter((other) => isJudged(other.before) && !other.before.numbering)
  const same = others.filter((other) => haveSameValues(other.before, other.after))
  return same.length > 0 && same.length * 2 >= others.length
}

/**
 * Holds for the leftmost column that identified rows and now has other values. If this is usual, e.g. for daily orders, the
 * rows are new, and their other columns have new values too.
 */
export function judgeKeys(judged: JudgedRows): KeysFacts[] {
  const { columns, limits, rows, lastRows } = judged
  const replaced = columns
    .map((column) => ({ column: column.name, percent: newKeysPercent(column, judged) }))
    .find(({ percent }) => percent > MAX_NEW_KEYS_PERCENT)
  if (!replaced) return []
  const { column, percent } = replaced
  const rulePercent = MAX_NEW_KEYS_PERCENT
  const limit = limitOfColumn(limits, { column, of: ({ newKeys }) => newKeys, percent, rulePercent })
  return isOver(limit) ? [{ column, rows, lastRows, ...limit }] : []
}
