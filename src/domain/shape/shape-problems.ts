import type { FieldProblems } from '#contract/errors.ts'
import { parseColumns } from './chosen-columns.ts'
import { problemOf } from './quoted-text.ts'
import { parseConditions } from './row-conditions.ts'
import type { ShapeFields } from './shape.ts'

type CheckedFields = Pick<ShapeFields, 'columns' | 'rows' | 'mode' | 'timeColumn'>

/** The words of a task's columns and rows that are wrong, and what its mode lacks, by field; empty if nothing is wrong. */
export function shapeProblems({ columns, rows, mode, timeColumn = '' }: CheckedFields): FieldProblems {
  const [inColumns, inRows] = [problemOf(() => parseColumns(columns)), problemOf(() => parseConditions(rows))]
  return {
    ...(inColumns && { columns: `Columns: ${inColumns.message}` }),
    ...(inRows && { rows: `Rows: ${inRows.message}` }),
    ...(mode === 'append' && timeColumn === '' && { time_column: 'Time column: name it, because rows are appended' }),
  }
}
