import type { Hold } from '#domain/failures/failure.ts'
import type { ColumnProfile } from './column-profile.ts'
import { compareSamples, keySampleOf, sampleOf } from './compare-samples.ts'
import { isOver, limitOf } from './judge-loss.ts'
import type { JudgedColumn } from './judged-columns.ts'
import { type Measures, usual, usualOfColumn } from './measures.ts'
import type { SourceProfile } from './source-profile.ts'

interface Rows {
  last: SourceProfile
  now: SourceProfile
  rows: number
  lastRows: number
  columns: readonly JudgedColumn[]
  /** Where each column of the last copy is now. */
  places: readonly number[]
  measures: readonly Measures[]
}

const MIN_ROWS = 5
const MAX_NEW_KEYS_PERCENT = 90
const MAX_REPEATED_PERCENT = 50
const MAX_MOVED_PERCENT = 30
const MAX_STILL_PERCENT = 15
const MIN_DISTINCT = 3

/** How many percent of the keys are new; undefined if the rows have no key, or too few. */
export function newKeysPercent({ last, now, places, rows, lastRows }: Rows): number | undefined {
  const [lastKeys, keys] = pairOfKeys({ last, now, places })
  if (!lastKeys || !keys || lastRows < MIN_ROWS || rows * 2 < lastRows) return undefined
  const { expected, present } = compareSamples({ last: lastKeys, now: keys, columns: [] })
  return expected < 3 ? undefined : 100 - (100 * present) / expected
}

function pairOfKeys({ last, now, places }: Pick<Rows, 'last' | 'now' | 'places'>) {
  const lastKeys = keySampleOf(last)
  if (!lastKeys || places[lastKeys.key - 1] !== lastKeys.key) return []
  return [lastKeys, sampleOf(now, lastKeys.key)]
}

export function judgeKeys(rows: Rows): Hold[] {
  const percent = newKeysPercent(rows) ?? 0
  const usualPercent = usual(rows.measures, ({ newKeys }) => newKeys)
  const limit = limitOf({ percent, limitPercent: MAX_NEW_KEYS_PERCENT, usualPercent })
  if (!isOver(limit)) return []
  const key = keySampleOf(rows.last)?.key
  const column = rows.columns.find(({ lastColumn }) => lastColumn === key)?.name ?? ''
  return [{ cause: 'keys_replaced', column, rows: rows.rows, lastRows: rows.lastRows, ...limit }]
}

/** How many percent of the rows are there more than once, if they were not so before. */
export function newRepeatedPercent({ last, now, places, rows, lastRows }: Rows): number {
  const [lastKeys, keys] = pairOfKeys({ last, now, places })
  const ofKeys = lastKeys && keys && rows >= 1.5 * lastRows ? keys.repeatedPercent : 0
  const percent = Math.max(now.repeatedPercent, ofKeys)
  return rows >= 6 && percent > last.repeatedPercent + 20 ? percent : 0
}

export function judgeRepeated(rows: Rows): Hold[] {
  const usualPercent = usual(rows.measures, ({ repeatedRows }) => repeatedRows)
  const limit = limitOf({ percent: newRepeatedPercent(rows), limitPercent: MAX_REPEATED_PERCENT, usualPercent })
  return isOver(limit) ? [{ cause: 'rows_repeated', rows: rows.rows, lastRows: rows.lastRows, ...limit }] : []
}

export interface MovedColumn {
  column: JudgedColumn
  percent: number
}

/** Columns that hold the same values on other rows, while the other columns stand still. */
export function movedColumns(rows: Rows): MovedColumn[] {
  const [lastKeys, keys] = pairOfKeys(rows)
  const isKeyed = lastKeys && keys?.isUnique && (newKeysPercent(rows) ?? 100) <= 40
  const last = isKeyed ? lastKeys : sampleOf(rows.last, 0)
  const now = isKeyed ? keys : sampleOf(rows.now, 0)
  if (!last || !now || rows.lastRows < MIN_ROWS) return []
  const { changedPercent } = compareSamples({ last, now, columns: rows.places })
  const judged = rows.columns
    .filter(({ lastColumn }) => lastColumn !== last.key)
    .map((column) => ({ column, percent: changedPercent[column.lastColumn - 1] ?? 0 }))
    .filter(({ column }) => column.before.distinct >= MIN_DISTINCT && !isRunning(column))
  const moved = judged.filter(({ column, percent }) => percent > MAX_MOVED_PERCENT && hasSameValues(column))
  const others = judged.filter((one) => !moved.includes(one))
  if (moved.length === 0 || others.some(({ percent }) => percent > MAX_STILL_PERCENT)) return []
  const key = rows.columns.find(({ lastColumn }) => lastColumn === last.key)
  if (others.length > 0) return key || others.some(({ column }) => isTelling(column)) ? moved : []
  if (!key) return []
  // All the others moved against the key: it is the key that moved, unless it numbers the rows.
  if (moved.length > 1) return isRunning(key) ? [] : [{ column: key, percent: moved[0]?.percent ?? 0 }]
  return isRunning(key) ? [] : moved
}

export function judgeMoved(rows: Rows): Hold[] {
  return movedColumns(rows).flatMap(({ column, percent }): Hold[] => {
    const { name } = column
    const usualPercent = usualOfColumn(rows.measures, { column: name, of: (one) => one.moved })
    const limit = limitOf({ percent, limitPercent: MAX_MOVED_PERCENT, usualPercent })
    const count = Math.round((percent / 100) * rows.rows)
    return isOver(limit) ? [{ cause: 'column_moved', column: name, count, cells: [], ...limit }] : []
  })
}

function isRunning({ before, after }: JudgedColumn): boolean {
  return before.isSequence && after.isSequence
}

/** Its values differ from row to row, so that equal ones on the same rows are no accident. */
function isTelling({ before }: JudgedColumn): boolean {
  return before.distinct >= 5 && before.topCount <= 0.6 * (before.filled + before.kinds.error)
}

/** Whether a column has the same values as before, in any order. */
function hasSameValues({ before, after }: JudgedColumn): boolean {
  const isSame = before.valueSum === after.valueSum && before.filled === after.filled
  if (isSame) return before.distinct >= MIN_DISTINCT
  // Dates a day later are mostly the same values, too.
  if (before.maybeDates && before.filled === after.filled) return false
  return before.distinct >= MIN_DISTINCT_BEFORE && differenceOf(before, after) <= 0.1
}

const MIN_DISTINCT_BEFORE = 10

/** The share of the sampled values that are not in both. */
function differenceOf({ values: one }: ColumnProfile, { values: other }: ColumnProfile): number {
  const largest = Math.min(...[one, other].map((each) => (each.isWhole ? 2 ** 32 : (each.hashes.at(-1) ?? 0))))
  const counts = new Map(one.hashes.map((hash, at) => [hash, one.counts[at] ?? 0]))
  for (const [at, hash] of other.hashes.entries()) counts.set(hash, (counts.get(hash) ?? 0) - (other.counts[at] ?? 0))
  const sampled = [one, other]
    .flatMap(({ hashes, counts: all }) => all.filter((_, at) => (hashes[at] ?? 0) <= largest))
    .reduce((sum, count) => sum + count, 0)
  const different = [...counts].filter(([hash]) => hash <= largest).reduce((sum, [, count]) => sum + Math.abs(count), 0)
  return different / Math.max(1, sampled)
}
