import { CHECK_SOURCE } from '#domain/explanation.ts'
import { pluralize } from '#domain/pluralize.ts'
import { findKeySample, findSample } from './compare-samples.ts'
import { countMultiplied } from './compare-values.ts'
import type { Guard } from './guard.ts'
import type { Limit } from './guard-facts.ts'
import { describeLimit } from './guard-words.ts'
import type { JudgedColumn, JudgedRows } from './judged-columns.ts'
import { isOver, limitOfRows } from './limits.ts'
import { isUniqueSample, MAX_REPEATED_KEYS_PERCENT } from './repeated-values.ts'

type RepeatedFacts = { readonly rows: number; readonly lastRows: number } & Limit

const MAX_REPEATED_PERCENT = 30
const MIN_REPEATED_ROWS = 6
const MIN_OVERWRITTEN_PERCENT = 50
/** Minimum growth over the last copy's row count before repeated keys count as repeated rows. */
const MIN_GROWTH = 1.5
/** Minimum rise in percent, above the sampling error of a share estimated from 32 values. */
const MIN_RISE = 20
const MIN_VALUES = 5
/** Maximum rows other than pasted rows, e.g. a header, as a share of the last copy's rows. */
const MAX_OTHER_ROWS = 0.05

export const rowsRepeated: Guard<RepeatedFacts> = {
  explain: ({ rows, lastRows, ...limit }) => ({
    subject: null,
    reason: `Many rows are in the source more than once: ${pluralize(rows, 'row')} instead of ${lastRows.toLocaleString('en-US')}. ${describeLimit('repeated', limit)}`,
    ...CHECK_SOURCE,
  }),
  covers: (found, seen) => found.percent <= seen.percent,
  allowedBy: 'hold_loss_percent',
  withoutCells: 'has_none',
  judge: ({ steady }) => (steady ? judgeRepeated(steady.rows) : []),
}

/** Percentage of newly repeated rows. */
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

/** Percentage of repeated rows if rows were unique before. Otherwise, filling a column with a single value would count too. */
function overwrittenPercent({ last, now }: JudgedRows): number {
  const wereUnique = last.repeatedPercent <= MAX_REPEATED_KEYS_PERCENT
  return wereUnique && now.repeatedPercent > MIN_OVERWRITTEN_PERCENT ? now.repeatedPercent : 0
}

function repeatedKeysPercent({ last, now, places }: JudgedRows): number {
  const key = findKeySample(last)
  const keys = key && places[key.key - 1] === key.key ? findSample(now, key.key) : undefined
  return keys?.repeatedPercent ?? 0
}

function ifRisen(lastPercent: number, percent: number): number {
  return percent > lastPercent + MIN_RISE ? percent : 0
}

/**
 * Percentage of repeated values with counts grown by the same whole factor as the rows. Finds pasted copies with continuing row
 * numbers. Copies with continuing dates are ordinary, e.g. another week of a plan.
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

export function judgeRepeated(judged: JudgedRows): RepeatedFacts[] {
  const { rows, lastRows, limits } = judged
  const percent = newRepeatedPercent(judged)
  const rulePercent = MAX_REPEATED_PERCENT
  const limit = limitOfRows(limits, { of: ({ repeatedRows }) => repeatedRows, percent, rulePercent })
  return isOver(limit) ? [{ rows, lastRows, ...limit }] : []
}
