import type { Hold } from '#domain/failures/failure.ts'
import { mayBeKey } from './column-profile.ts'
import { keySampleOf, sampleOf } from './compare-samples.ts'
import { countMultiplied, gonePercent } from './compare-values.ts'
import { changedInPlacePercent, haveSameValues, isJudged } from './judge-moved.ts'
import type { JudgedColumn, JudgedRows } from './judged-columns.ts'
import { isOver, limitOfColumn, limitOfRows } from './limits.ts'
import { isUniqueSample, MAX_REPEATED_KEYS_PERCENT } from './repeated-values.ts'

const MIN_ROWS = 5
const MAX_NEW_KEYS_PERCENT = 90
const MAX_REPEATED_PERCENT = 30
const MIN_REPEATED_ROWS = 6
const MIN_OVERWRITTEN_PERCENT = 50
/** Minimum growth over the last copy's row count before repeated keys count as repeated rows. */
const MIN_GROWTH = 1.5
/** Minimum rise in percent: above the sampling error of a share estimated from 32 values. */
const MIN_RISE = 20
const MIN_VALUES = 5
/** Maximum rows besides pasted rows, such as a header, as a share of the last copy's rows. */
const MAX_OTHER_ROWS = 0.05

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

/** Whether rows are numbered from a new start while most other columns stayed. Numbering from 1 is ordinary. */
function isRenumbered(column: JudgedColumn, { columns }: JudgedRows): boolean {
  const { before, after } = column
  if (!before.numbering || !after.numbering || before.maybeDates) return false
  if (after.numbering.from <= 1 || after.numbering.from === before.numbering.from) return false
  const others = columns.filter((other) => isJudged(other.before) && !other.before.numbering)
  const same = others.filter((other) => haveSameValues(other.before, other.after))
  return same.length > 0 && same.length * 2 >= others.length
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
export function newRepeatedPercent(judged: JudgedRows): number {
  const { last, now, rows, lastRows } = judged
  if (rows < MIN_REPEATED_ROWS) return 0
  if (rows <= lastRows) return overwrittenPercent(judged)
  const repeatedKeys = rows >= MIN_GROWTH * lastRows ? repeatedKeysPercent(judged) : 0
  return Math.max(
    ifRisen(last.repeatedPercent, Math.max(now.repeatedPercent, repeatedKeys)),
    // Profiles from earlier versions lack this field.
    ifRisen(last.repeatedRunsPercent ?? 100, now.repeatedRunsPercent ?? 0),
    multipliedPercent(judged),
  )
}

/** Percentage of repeated rows if rows were unique before. Otherwise, filling a column with one value also repeats rows. */
function overwrittenPercent({ last, now }: JudgedRows): number {
  const wereUnique = last.repeatedPercent <= MAX_REPEATED_KEYS_PERCENT
  return wereUnique && now.repeatedPercent > MIN_OVERWRITTEN_PERCENT ? now.repeatedPercent : 0
}

function repeatedKeysPercent({ last, now, places }: JudgedRows): number {
  const key = keySampleOf(last)
  const keys = key && places[key.key - 1] === key.key ? sampleOf(now, key.key) : undefined
  return keys?.repeatedPercent ?? 0
}

function ifRisen(lastPercent: number, percent: number): number {
  return percent > lastPercent + MIN_RISE ? percent : 0
}

/**
 * Percentage of repeated values whose count grew by the same factor as the rows (two, three and so on). Finds pasted copies
 * whose row numbers continue. Copies with continuing dates are ordinary: another week of a plan.
 */
function multipliedPercent({ columns, rows, lastRows }: JudgedRows): number {
  const times = Math.round(rows / lastRows)
  if (times < 2 || Math.abs(rows - times * lastRows) > lastRows * MAX_OTHER_ROWS + 1) return 0
  const count = ({ before, after }: JudgedColumn) => countMultiplied(before, after, times)
  const isNewDate = (column: JudgedColumn) => column.before.maybeDates && !isMostly(count(column))
  if (columns.some(isNewDate)) return 0
  const found = columns.filter(({ after }) => !isUniqueSample(after.values.counts)).map(count)
  const values = found.reduce((sum, each) => sum + each.values, 0)
  const multiplied = found.reduce((sum, each) => sum + each.multiplied, 0)
  return values < MIN_VALUES ? 0 : (100 * multiplied) / values
}

function isMostly({ values, multiplied }: ReturnType<typeof countMultiplied>): boolean {
  return multiplied * 2 > values
}

export function judgeRepeated(judged: JudgedRows): Hold[] {
  const { rows, lastRows, limits } = judged
  const percent = newRepeatedPercent(judged)
  const rulePercent = MAX_REPEATED_PERCENT
  const limit = limitOfRows(limits, { of: ({ repeatedRows }) => repeatedRows, percent, rulePercent })
  return isOver(limit) ? [{ cause: 'rows_repeated', rows, lastRows, ...limit }] : []
}
