import { CHECK_SOURCE } from '#domain/explanation.ts'
import { pluralize } from '#domain/pluralize.ts'
import type { ColumnProfile } from './column-profile.ts'
import { compareSamples, findKeySample, findSample } from './compare-samples.ts'
import { measureDifference } from './compare-values.ts'
import { isNoLarger, withoutExamples } from './covered-facts.ts'
import type { Guard } from './guard.ts'
import type { ColumnFacts, Limit } from './guard-facts.ts'
import { describeLimit } from './guard-words.ts'
import type { JudgedColumn, JudgedRows } from './judged-columns.ts'
import { isOver, limitOfColumn } from './limits.ts'

const MAX_MOVED_PERCENT = 30
/** Maximum difference between estimates of the same share from 32 rows, in percent. */
const SAMPLING_TOLERANCE = 20
const MAX_STILL_PERCENT = 15
const MIN_KEYS = 3
/** Minimum sampled cells: fewer say nothing about their column. */
const MIN_SAMPLED = 8
const MIN_KNOWN_KEYS = 0.6
const MIN_DISTINCT = 3
const MIN_UNIQUE = 10
/** Maximum difference between columns that are equal except for a few edits. */
const MAX_DIFFERENCE = 0.1

export const columnMoved: Guard<ColumnFacts & Limit> = {
  explain: ({ column, count, ...limit }) => ({
    subject: null,
    reason: `The values of the column "${column}" moved to other rows, about ${pluralize(count, 'cell')}, while the rest of the rows stayed. ${describeLimit('moved', limit)}`,
    ...CHECK_SOURCE,
  }),
  covers: isNoLarger,
  allowedBy: 'hold_loss_percent',
  withoutCells: withoutExamples,
  judge: ({ steady }) => (steady ? judgeMoved(steady.rows) : []),
}

export function judgeMoved(judged: JudgedRows): (ColumnFacts & Limit)[] {
  return movedColumns(judged).flatMap(({ column, percent }) => {
    const { name } = column
    const found = { percent, rulePercent: MAX_MOVED_PERCENT, tolerance: SAMPLING_TOLERANCE }
    const limit = limitOfColumn(judged.limits, { column: name, of: ({ moved }) => moved, ...found })
    const count = Math.round((percent / 100) * judged.rows)
    return isOver(limit) ? [{ column: name, count, cells: [], ...limit }] : []
  })
}

export interface MovedColumn {
  column: JudgedColumn
  percent: number
}

/** Columns with the same values on other rows, while a key or other columns show that the rows did not move. */
export function movedColumns(judged: JudgedRows): MovedColumn[] {
  const { columns } = judged
  const byKey = comparedByKey(judged)
  const compared = byKey ?? comparedByPlace(judged)
  if (!compared) return []
  const candidates = columns
    .filter(({ lastColumn, before, after }) => lastColumn !== byKey?.key && isJudged(before) && !after.isSequence)
    .flatMap((column) => {
      const { filled, changed } = compared.columns[column.lastColumn - 1] ?? { filled: 0, changed: 0 }
      return filled < MIN_SAMPLED ? [] : { column, percent: (100 * changed) / filled }
    })
  const moved = candidates.filter(({ column, percent }) => percent > MAX_MOVED_PERCENT && hasSameValues(column))
  const still = candidates.filter(({ percent }) => percent <= MAX_STILL_PERCENT).map(({ column }) => column)
  if (!byKey) return still.some(isTelling) || still.filter(isUnsorted).length > 1 ? moved : []
  const key = columns.find(({ lastColumn }) => lastColumn === byKey.key)
  if (moved.length < 2 || moved.length < candidates.length || !key) return moved
  // All other columns moved against the key: the key itself moved.
  return [{ column: key, percent: moved[0]?.percent ?? 0 }]
}

/** Compares rows by the key of the last copy; undefined if the key identifies too few rows now. */
function comparedByKey({ last, now, places }: JudgedRows) {
  const keys = findKeySample(last)
  const keysNow = keys && places[keys.key - 1] === keys.key ? findSample(now, keys.key) : undefined
  if (!keys || !keysNow?.isUnique) return undefined
  const { expected, present, columns } = compareSamples({ last: keys, now: keysNow, columns: places })
  const isKnown = expected >= MIN_KEYS && present >= expected * MIN_KNOWN_KEYS
  return isKnown ? { key: keys.key, columns } : undefined
}

/** Percentage of a column's sampled cells changed in place; 0 unless another column shows unmoved rows. */
export function changedInPlacePercent({ lastColumn }: JudgedColumn, judged: JudgedRows): number {
  const compared = comparedByPlace(judged)?.columns ?? []
  const measureChanged = (place: number) => {
    const { filled, changed } = compared[place - 1] ?? { filled: 0, changed: 0 }
    return filled < MIN_SAMPLED ? undefined : (100 * changed) / filled
  }
  const isStill = (other: JudgedColumn) =>
    isTelling(other) && (measureChanged(other.lastColumn) ?? 100) <= MAX_STILL_PERCENT
  return judged.columns.some(isStill) ? (measureChanged(lastColumn) ?? 0) : 0
}

function comparedByPlace({ last, now, places }: JudgedRows) {
  const [rows, rowsNow] = [findSample(last, 0), findSample(now, 0)]
  return rows && rowsNow && compareSamples({ last: rows, now: rowsNow, columns: places })
}

export function isJudged({ distinct }: ColumnProfile): boolean {
  return distinct >= MIN_DISTINCT
}

/** Whether values differ enough from row to row that equal values on the same rows are no accident. */
function isTelling(column: JudgedColumn): boolean {
  return column.before.distinct >= 5 && isUnsorted(column)
}

function isUnsorted({ before: { steps, filled, kinds } }: JudgedColumn): boolean {
  return steps >= 0.5 * (filled + kinds.error)
}

/** Whether a column has the same values as before, in any order. */
function hasSameValues({ before, after }: JudgedColumn): boolean {
  if (before.valueSum === after.valueSum && before.filled === after.filled) return true
  // Dates moved by a day are mostly the same values too, but their number stays the same.
  return (!before.maybeDates || Math.abs(before.filled - after.filled) === 1) && haveSameValues(before, after)
}

/** Whether two columns have the same values except for a few edits. Repeated values allow fewer edits. */
export function haveSameValues(one: ColumnProfile, other: ColumnProfile): boolean {
  if (one.valueSum === other.valueSum && one.filled === other.filled) return true
  if (Math.abs(one.filled - other.filled) > one.filled * 0.05 + 1) return false
  const difference = measureDifference(one, other)
  if (one.distinct >= Math.max(MIN_UNIQUE, one.filled / 2)) return difference <= MAX_DIFFERENCE
  const cells = one.filled + other.filled
  return one.values.isWhole ? difference * cells <= 2 : difference <= MAX_DIFFERENCE / 5
}
