import type { Entered } from '#domain/copy/entered.ts'

/** A change to whole rows of a tab. Row numbers count from 1 and are valid when the step begins. */
export type RowStep =
  | { kind: 'insert' | 'delete'; row: number; count: number }
  /** Moves rows to just above row `to`, which is not one of them. */
  | { kind: 'move'; row: number; count: number; to: number }
  /** Sorts the rows from `row` on. `order` lists, for each row, the source row of its cells. Rows keep their heights. */
  | { kind: 'sort'; row: number; order: number[] }
  /** Copies all cells of a row onto the row `to`. */
  | { kind: 'copy'; row: number; to: number }
  /** Clears values and notes in columns, from the first to the last of each pair. */
  | { kind: 'clear'; row: number; columns: [first: number, last: number][] }
  /** Fills formulas down from a row into columns of other rows. */
  | { kind: 'fill'; row: number; to: number; count: number; columns: [first: number, last: number] }
  /** Restores the cells of rows. */
  | { kind: 'restore'; rows: RemovedRow[] }

/** A row with the cells it had. */
export interface RemovedRow {
  row: number
  cells: RemovedCell[]
}

export interface RemovedCell {
  column: number
  entered: Entered
  note: string
}

/** Steps to revert the given steps. Cleared and deleted cells stay empty. */
export function invertSteps(steps: readonly RowStep[]): RowStep[] {
  return steps.toReversed().flatMap(invertStep)
}

function invertStep(step: RowStep): RowStep[] {
  switch (step.kind) {
    case 'insert':
      return [{ ...step, kind: 'delete' }]
    case 'delete':
      return [{ ...step, kind: 'insert' }]
    case 'move': {
      const { row, count, to } = step
      return [to > row ? { ...step, row: to - count, to: row } : { ...step, row: to, to: row + count }]
    }
    case 'sort':
      return [{ ...step, order: rowsAfterSort(step) }]
    case 'copy':
      return [{ kind: 'copy', row: step.to, to: step.row }]
    case 'clear':
    case 'fill':
    case 'restore':
      return []
  }
}

/** Where the cells of a row are after the steps; undefined if they are gone. */
export function followRow(row: number, steps: readonly RowStep[]): number | undefined {
  let place: number | undefined = row
  for (const step of steps) {
    if (place === undefined) return undefined
    place = placeAfter(place, step)
  }
  return place
}

function placeAfter(place: number, step: RowStep): number | undefined {
  switch (step.kind) {
    case 'insert':
      return place >= step.row ? place + step.count : place
    case 'delete':
      if (place < step.row) return place
      return place < step.row + step.count ? undefined : place - step.count
    case 'move':
      return placeAfterMove(place, step)
    case 'sort':
      return rowsAfterSort(step)[place - step.row] ?? place
    case 'copy':
      if (place === step.row) return step.to
      return place === step.to ? undefined : place
    case 'clear':
      return place === step.row ? undefined : place
    case 'fill':
      return place
    case 'restore':
      return step.rows.some(({ row }) => row === place) ? undefined : place
  }
}

type Sort = Extract<RowStep, { kind: 'sort' }>

const sortedRows = new WeakMap<Sort, number[]>()

/** For each row, the row that gets its cells. */
export function rowsAfterSort(step: Sort): number[] {
  const known = sortedRows.get(step)
  if (known) return known
  const rows = Array.from(step.order, () => step.row)
  for (const [at, from] of step.order.entries()) rows[from - step.row] = step.row + at
  sortedRows.set(step, rows)
  return rows
}

function placeAfterMove(place: number, { row, count, to }: Extract<RowStep, { kind: 'move' }>): number {
  const end = row + count
  if (place >= row && place < end) return to > row ? place + to - end : place - row + to
  if (place >= end && place < to) return place - count
  return place >= to && place < row ? place + count : place
}

/** Number of rows the steps add to the tab. */
export function grownRows(steps: readonly RowStep[]): number {
  return steps.reduce((sum, step) => {
    if (step.kind === 'insert') return sum + step.count
    return step.kind === 'delete' ? sum - step.count : sum
  }, 0)
}
