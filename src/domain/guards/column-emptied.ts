import { CHECK_SOURCE } from '#domain/explanation.ts'
import { pluralize } from '#domain/pluralize.ts'
import { withoutExamples } from './covered-facts.ts'
import type { Guard } from './guard.ts'
import type { ColumnFacts, Limit } from './guard-facts.ts'
import { describeExample, describeLimit } from './guard-words.ts'
import { findExamples, type JudgedColumn } from './judged-columns.ts'
import { isOver, type Limits, limitOfColumn } from './limits.ts'
import { lostPercent } from './source-shrank.ts'

type EmptiedFacts = ColumnFacts & { readonly filled: number; readonly lastFilled: number } & Limit

/** Minimum lost cells for a hold. */
const MIN_LOST = 5

export const columnEmptied: Guard<EmptiedFacts> = {
  explain: ({ column, filled, lastFilled, cells, ...limit }) => ({
    subject: null,
    reason: `The column "${column}" has values in ${filled.toLocaleString('en-US')} instead of ${pluralize(lastFilled, 'cell')}${describeExample(cells)}. ${describeLimit('lost', limit)}`,
    ...CHECK_SOURCE,
  }),
  covers: (found, seen) => found.column === seen.column && found.filled >= seen.filled,
  allowedBy: 'hold_loss_percent',
  withoutCells: withoutExamples,
  judge: ({ now, lastRows, beside, limits }) =>
    now.rows === 0 ? [] : judgeEmptied({ rows: now.rows, lastRows, columns: beside?.columns ?? [] }, limits),
}

interface Losses {
  rows: number
  lastRows: number | undefined
  columns: readonly JudgedColumn[]
}

/** Holds for filled cells of columns that vanished from the remaining rows. */
export function judgeEmptied({ rows, lastRows, columns }: Losses, limits: Limits): EmptiedFacts[] {
  const lost = lostPercent(rows, lastRows)
  return columns.flatMap((column) => {
    const { name, before, after } = column
    const percent = lostCellsPercent(column, lost)
    const limit = limitOfColumn(limits, { column: name, of: (one) => one.lost, percent })
    if (!isOver(limit) || before.filled - after.filled < MIN_LOST) return []
    const facts = { column: name, count: before.filled - after.filled, filled: after.filled, lastFilled: before.filled }
    const cells = findExamples(column, { from: ['text', 'number', 'boolean'], to: ['empty', 'error'] })
    return [{ ...facts, cells, ...limit }]
  })
}

/** Percentage of a column's filled cells missing from the remaining rows. */
export function lostCellsPercent({ before, after }: JudgedColumn, lostRowsPercent: number): number {
  return lostPercent(after.filled, before.filled * (1 - lostRowsPercent / 100))
}
