import type { FieldProblems } from '#contract/errors.ts'
import type { SourceRef } from '#contract/task-fields.ts'
import { parseColumns } from './chosen-columns.ts'
import { problemOf } from './quoted-text.ts'
import { parseConditions } from './row-conditions.ts'
import type { ShapeFields } from './shape.ts'
import { parseSources } from './source-list.ts'

interface CheckedFields extends Pick<ShapeFields, 'columns' | 'rows' | 'mode' | 'timeColumn'> {
  /** As text in a form. */
  moreSources?: string | readonly SourceRef[]
}

/** The words of a task's columns, rows and sources that are wrong, and what its mode lacks, by field; empty if nothing is wrong. */
export function shapeProblems({ columns, rows, moreSources: more = [], ...fields }: CheckedFields): FieldProblems {
  const { mode, timeColumn = '' } = fields
  const [inColumns, inRows] = [problemOf(() => parseColumns(columns)), problemOf(() => parseConditions(rows))]
  const inSources = typeof more === 'string' ? problemOf(() => parseSources(more))?.message : undefined
  return {
    ...(inColumns && { columns: `Columns: ${inColumns.message}` }),
    ...(inRows && { rows: `Rows: ${inRows.message}` }),
    ...(mode === 'append' && timeColumn === '' && { time_column: 'Time column: name it, because rows are appended' }),
    ...(inSources && { more_sources: `Further sources: ${inSources}` }),
  }
}
