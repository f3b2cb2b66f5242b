import type { RowArrangement } from '#domain/beside/arrange-rows.ts'
import { followRow, grownRows, type RowStep } from '#domain/beside/row-steps.ts'
import { isEmptyEntry, isFormula } from '#domain/copy/entered.ts'
import { type CellsBeside, cellsBesideRow } from '#engine/guards/read-beside.ts'

interface AddedRows {
  prepared: { firstDataRow: number }
  arrangement: RowArrangement
  beside: CellsBeside
  lastRow: { before: number; after: number }
}

/**
 * Plans steps that fill the formulas of the former first data row down into new rows. Rows added at the end keep the cells they
 * already have.
 */
export function fillSteps({ prepared, arrangement, beside, lastRow }: AddedRows): RowStep[] {
  const { firstDataRow } = prepared
  const growth = grownRows(arrangement.steps)
  const { row, before } = findFormulas({ firstDataRow, arrangement, lastRow: lastRow.after })
  const columns = cellsBesideRow(beside, before).flatMap(({ column, entered }) => (isFormula(entered) ? [column] : []))
  return columns.flatMap((column) => {
    const isFree = (to: number) => {
      if (arrangement.cameFrom(to) !== undefined) return false
      const isInserted = to - growth <= lastRow.before
      return isInserted || isEmptyAt(beside, { row: to - growth, column })
    }
    const steps: Extract<RowStep, { kind: 'fill' }>[] = []
    // A new first row has the formulas of the former first row, unless rows were sorted.
    for (let to = firstDataRow + Number(!arrangement.isSorted); to <= lastRow.after; to += 1) {
      if (!isFree(to)) continue
      const last = steps.at(-1)
      if (last && last.to + last.count === to) last.count += 1
      else steps.push({ kind: 'fill', row, to, count: 1, columns: [column, column] })
    }
    return steps
  })
}

interface ArrangedRows {
  firstDataRow: number
  arrangement: RowArrangement
  lastRow: number
}

/**
 * Finds the row whose formulas are filled down, with its places now and before the moves. It is the former first data row, or
 * else the first kept row.
 */
function findFormulas({ firstDataRow, arrangement, lastRow }: ArrangedRows): { row: number; before: number } {
  const moved = followRow(firstDataRow, arrangement.steps)
  if (moved !== undefined) return { row: moved, before: firstDataRow }
  for (let row = firstDataRow; row <= (arrangement.isSorted ? lastRow : firstDataRow); row += 1) {
    const before = arrangement.cameFrom(row)
    if (before !== undefined) return { row, before }
  }
  return { row: firstDataRow, before: firstDataRow }
}

function isEmptyAt({ row: firstRow, column: firstColumn, rows }: CellsBeside, place: { row: number; column: number }) {
  const { entered, note = '' } = rows[place.row - firstRow]?.[place.column - firstColumn] ?? {}
  return isEmptyEntry(entered) && note === ''
}

/** First and last columns of the values and notes beside a row. Another row must not inherit them. */
export function clearedColumns(beside: CellsBeside, row: number): [first: number, last: number][] {
  const columns: [number, number][] = []
  for (const { column, entered, note } of cellsBesideRow(beside, row)) {
    if (isFormula(entered) || (isEmptyEntry(entered) && note === '')) continue
    const last = columns.at(-1)
    if (last?.[1] === column - 1) last[1] = column
    else columns.push([column, column])
  }
  return columns
}
