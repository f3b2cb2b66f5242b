import type { Hold } from '#domain/failures/failure.ts'
import { mayBeKey } from './column-profile.ts'
import { keySampleOf, sampleOf } from './compare-samples.ts'
import { gonePercent } from './compare-values.ts'
import type { JudgedColumn, JudgedRows } from './judged-columns.ts'
import { isOver, limitOfColumn, limitOfRows } from './limits.ts'
import { isUniqueSample } from './repeated-values.ts'

const MIN_ROWS = 5
const MAX_NEW_KEYS_PERCENT = 90
const MAX_REPEATED_PERCENT = 50

/** How many percent of the values of a column that identifies rows are new; 0 for any other column. */
export function newKeysPercent({ before, after }: JudgedColumn, { rows, lastRows }: JudgedRows): number {
  if (lastRows < MIN_ROWS || rows * 2 < lastRows) return 0
  const isKey = mayBeKey(before, lastRows) && isUniqueSample(before.values.counts)
  return isKey && after.filled >= rows / 2 ? gonePercent(before, after) : 0
}

/**
 * A hold for the leftmost column that identified the rows and has other values now. Where that is usual, as in the orders of
 * each day, the rows are new ones, and other columns have new values with them.
 */
export function judgeKeys(judged: JudgedRows): Hold[] {
  const { columns, limits, rows, lastRows } = judged
  const replaced = columns
    .map((column) => ({ column: column.name, percent: newKeysPercent(column, judged) }))
    .find(({ percent }) => percent > MAX_NEW_KEYS_PERCENT)
  if (!replaced) return []
  const { column, percent } = replaced
  const rulePercent = MAX_NEW_KEYS_PERCENT
  const limit = limitOfColumn(limits, { column, of: ({ newKeys }) => newKeys, percent, rulePercent })
  return isOver(limit) ? [{ cause: 'keys_replaced', column, rows, lastRows, ...limit }] : []
}

/** How many percent of the rows are there more than once, if they were not so before. */
export function newRepeatedPercent({ last, now, places, rows, lastRows }: JudgedRows): number {
  const key = keySampleOf(last)
  const keys = key && places[key.key - 1] === key.key ? sampleOf(now, key.key) : undefined
  const repeatedKeys = keys && rows >= 1.5 * lastRows ? keys.repeatedPercent : 0
  const percent = Math.max(now.repeatedPercent, repeatedKeys)
  return rows >= 6 && percent > last.repeatedPercent + 20 ? percent : 0
}

export function judgeRepeated(judged: JudgedRows): Hold[] {
  const { rows, lastRows, limits } = judged
  const percent = newRepeatedPercent(judged)
  const rulePercent = MAX_REPEATED_PERCENT
  const limit = limitOfRows(limits, { of: ({ repeatedRows }) => repeatedRows, percent, rulePercent })
  return isOver(limit) ? [{ cause: 'rows_repeated', rows, lastRows, ...limit }] : []
}
