import type { RowArrangement } from '#domain/beside/arrange-rows.ts'
import { grownRows, type RowStep } from '#domain/beside/row-steps.ts'
import { isEmptyEntry, isFormula } from '#domain/copy/entered.ts'
import { type CellsBeside, cellsBesideRow } from '#server/sync/guards/read-beside.ts'

interface AddedRows {
  prepared: { firstDataRow: number }
  arrangement: RowArrangement
  beside: CellsBeside
  lastRow: { before: number; after: number }
}

/**
 * Fills formulas of the first data row down into new rows. Rows that are added at the end may have cells already, which
 * stay as they are.
 */
export function fillSteps({ prepared, arrangement, beside, lastRow }: AddedRows): RowStep[] {
  const row = prepared.firstDataRow
  const growth = grownRows(arrangement.steps)
  const columns = cellsBesideRow(beside, row).flatMap(({ column, entered }) => (isFormula(entered) ? [column] : []))
  return columns.flatMap((column) => {
    const isFree = (to: number) => {
      if (to === row || arrangement.cameFrom(to) !== undefined) return false
      const isInserted = to - growth <= lastRow.before
      return isInserted || isEmptyAt(beside, { row: to - growth, column })
    }
    const steps: Extract<RowStep, { kind: 'fill' }>[] = []
    for (let to = row + 1; to <= lastRow.after; to += 1) {
      if (!isFree(to)) continue
      const last = steps.at(-1)
      if (last && last.to + last.count === to) last.count += 1
      else steps.push({ kind: 'fill', row, to, count: 1, columns: [column, column] })
    }
    return steps
  })
}

function isEmptyAt({ row: firstRow, column: firstColumn, rows }: CellsBeside, place: { row: number; column: number }) {
  const { entered, note = '' } = rows[place.row - firstRow]?.[place.column - firstColumn] ?? {}
  return isEmptyEntry(entered) && note === ''
}

/** Columns beside a row with values or notes, which another row must not inherit, from the first to the last of each pair. */
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
