import type { Cell } from '#domain/copy/cell.ts'
import { compileTests, type TestContext } from './compile-tests.ts'
import type { PlacedShape } from './place-columns.ts'

/** An error cell of the source. Rows and columns count from 1. */
interface ErrorPlace {
  row: number
  column: number
}

interface RowsToShape<Error extends ErrorPlace> {
  /** Data rows of the source. */
  rows: readonly (readonly Cell[])[]
  /** The row number of the first row. */
  firstRow: number
  /** Row numbers of hidden rows, left out of the copy. */
  hidden?: ReadonlySet<number>
  /** Error cells in the rows, row by row. */
  errors: readonly Error[]
}

interface ShapedRows<Error extends ErrorPlace> {
  rows: (readonly Cell[])[]
  /** Row numbers in the source. */
  places: number[]
  /** Copied or tested error cells. `shapedRow` counts from 0, `shapedColumns` from 1: a column may be copied twice. */
  errors: (Error & { shapedRow: number; shapedColumns: readonly number[] })[]
  /** Error cells tested by conditions. Their rows are kept, because nobody knows whether they belong to the copy. */
  undecided: Error[]
  /** Text compared with a number by a condition. Its row is kept for the same reason. */
  unread: UnreadText[]
}

/** A source cell not read as a number. Rows and columns count from 1. */
export interface UnreadText {
  row: number
  column: number
  cell: Cell
}

export interface RowShaper {
  /** Chooses the rows of a source that meet every condition, and their columns. */
  shapeRows<Error extends ErrorPlace>(source: RowsToShape<Error>): ShapedRows<Error>
  /** Tested columns with a number so far. */
  readonly numeric: ReadonlySet<number>
}

/** Compiles a shape once for all rows of a source. */
export function compileShape(
  { columns, tests }: Pick<PlacedShape, 'columns' | 'tests'>,
  context: TestContext,
): RowShaper {
  const { testRow, numeric } = compileTests(tests, context)
  const isTested = (error: ErrorPlace) => tests.some(({ column }) => column === error.column)
  const shapeRows = <Error extends ErrorPlace>({ rows, firstRow, hidden, errors }: RowsToShape<Error>) => {
    const shaped: ShapedRows<Error> = { rows: [], places: [], errors: [], undecided: [], unread: [] }
    const errorsByRow = Map.groupBy(errors, ({ row }) => row)
    for (const [down, cells] of rows.entries()) {
      const row = firstRow + down
      if (hidden?.has(row)) continue
      const inRow = errorsByRow.get(row) ?? []
      const undecided = inRow.filter(isTested)
      const unread = undecided.length === 0 ? testRow(cells) : []
      if (!unread) continue
      const shapedRow = shaped.rows.length
      shaped.undecided.push(...undecided)
      for (const column of unread) shaped.unread.push({ row, column, cell: cells[column - 1] ?? null })
      for (const error of inRow) {
        const shapedColumns = findPlaces(error.column, columns)
        if (shapedColumns.length > 0 || undecided.includes(error))
          shaped.errors.push({ ...error, shapedRow, shapedColumns })
      }
      shaped.places.push(row)
      shaped.rows.push(columns ? columns.map((column) => cells[column - 1] ?? null) : cells)
    }
    return shaped
  }
  return { shapeRows, numeric }
}

function findPlaces(column: number, columns: readonly number[] | undefined): number[] {
  if (!columns) return [column]
  return columns.flatMap((chosen, at) => (chosen === column ? [at + 1] : []))
}
