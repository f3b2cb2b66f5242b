import type { FieldProblems } from '#contract/errors.ts'
import { parseColumns } from './chosen-columns.ts'
import { problemOf } from './quoted-text.ts'
import { parseConditions } from './row-conditions.ts'

/** The words of a task's columns and rows that are wrong, by field; empty if there are none. */
export function shapeProblems({ columns, rows }: { columns: string; rows: string }): FieldProblems {
  const [inColumns, inRows] = [problemOf(() => parseColumns(columns)), problemOf(() => parseConditions(rows))]
  return {
    ...(inColumns && { columns: `Columns: ${inColumns.message}` }),
    ...(inRows && { rows: `Rows: ${inRows.message}` }),
  }
}
