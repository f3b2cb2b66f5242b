import type { Hold } from '#domain/failures/failure.ts'
import { examplesOf, type JudgedColumn } from './judged-columns.ts'
import { isOver, type Limits, limitOfColumn, limitOfRows } from './limits.ts'

interface Losses {
  rows: number
  lastRows: number | undefined
  columns: readonly JudgedColumn[]
}

const MIN_LOST = 5

/** Holds for rows and for filled cells of columns that vanished. A source without rows always holds. */
export function judgeLoss({ rows, lastRows, columns }: Losses, limits: Limits): Hold[] {
  if (rows === 0) return [{ cause: 'source_empty' }]
  const lost = lostPercent(rows, lastRows)
  const limit = limitOfRows(limits, { percent: lost, of: ({ lostRows }) => lostRows })
  const holdsRows = lastRows !== undefined && isOver(limit) && lastRows - rows >= MIN_LOST
  const ofRows: Hold[] = holdsRows ? [{ cause: 'source_shrank', rows, lastRows, limit }] : []
  const ofColumns = columns.flatMap((column): Hold[] => {
    const { name, before, after } = column
    const percent = lostCellsPercent(column, lost)
    const own = limitOfColumn(limits, { column: name, of: (one) => one.lost, percent })
    if (!isOver(own) || before.filled - after.filled < MIN_LOST) return []
    const facts = { column: name, count: before.filled - after.filled, filled: after.filled, lastFilled: before.filled }
    const cells = examplesOf(column, { from: ['text', 'number', 'boolean'], to: ['empty', 'error'] })
    return [{ cause: 'column_emptied', ...facts, cells, ...own }]
  })
  return [...ofRows, ...ofColumns]
}

/** How many percent of `before` are missing from `now`. */
export function lostPercent(now: number, before: number | undefined): number {
  return before ? Math.max(0, (100 * (before - now)) / before) : 0
}

/** How many percent of a column's filled cells are missing from the rows that are left. */
export function lostCellsPercent({ before, after }: JudgedColumn, lostRowsPercent: number): number {
  return lostPercent(after.filled, before.filled * (1 - lostRowsPercent / 100))
}
