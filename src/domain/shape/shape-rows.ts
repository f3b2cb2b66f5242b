import type { Cell } from '#domain/copy/cell.ts'
import { meetsCondition } from './meets-condition.ts'
import type { PlacedShape } from './place-columns.ts'

/** A cell of the source that is an error. Rows and columns count from 1. */
interface ErrorPlace {
  row: number
  column: number
}

interface RowsToShape<Error extends ErrorPlace> {
  /** Data rows of the source. */
  rows: readonly (readonly Cell[])[]
  /** The row number of the first one. */
  firstRow: number
  /** The numbers of hidden rows, which are left out. */
  hidden?: ReadonlySet<number>
  /** The error cells among them, row by row. */
  errors: readonly Error[]
  /** The serial number of the day on which the run began. */
  today: number
}

export interface ShapedRows<Error extends ErrorPlace> {
  rows: (readonly Cell[])[]
  /** The row numbers of these in the source. */
  places: number[]
  /** Error cells that are copied or tested. `shapedRow` counts from 0, `shapedColumns` from 1: a column may be copied twice. */
  errors: (Error & { shapedRow: number; shapedColumns: readonly number[] })[]
  /** Error cells that conditions test: their rows are kept, because nobody knows whether they belong. */
  undecided: Error[]
}

/** Chooses the rows of a source that meet every condition, and their columns. */
export function shapeRows<Error extends ErrorPlace>(
  { columns, tests }: Pick<PlacedShape, 'columns' | 'tests'>,
  { rows, firstRow, hidden, errors, today }: RowsToShape<Error>,
): ShapedRows<Error> {
  const shaped: ShapedRows<Error> = { rows: [], places: [], errors: [], undecided: [] }
  const errorsByRow = Map.groupBy(errors, ({ row }) => row)
  const noErrors: Error[] = []
  for (const [down, cells] of rows.entries()) {
    const row = firstRow + down
    if (hidden?.has(row)) continue
    const inRow = errorsByRow.get(row) ?? noErrors
    const undecided =
      inRow.length === 0 ? noErrors : inRow.filter((error) => tests.some(({ column }) => column === error.column))
    const isKept =
      undecided.length > 0 ||
      tests.every(({ column, condition }) => meetsCondition(cells[column - 1] ?? null, condition, today))
    if (!isKept) continue
    const shapedRow = shaped.rows.length
    shaped.undecided.push(...undecided)
    for (const error of inRow) {
      const shapedColumns = placesOf(error.column, columns)
      if (shapedColumns.length > 0 || undecided.includes(error))
        shaped.errors.push({ ...error, shapedRow, shapedColumns })
    }
    shaped.places.push(row)
    shaped.rows.push(columns ? columns.map((column) => cells[column - 1] ?? null) : cells)
  }
  return shaped
}

function placesOf(column: number, columns: readonly number[] | undefined): number[] {
  if (!columns) return [column]
  return columns.flatMap((chosen, at) => (chosen === column ? [at + 1] : []))
}
