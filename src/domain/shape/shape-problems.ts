import type { FieldProblems } from '#contract/errors.ts'
import { isPattern } from '#contract/tab-pattern.ts'
import type { SourceRef } from '#contract/task-fields.ts'
import { parseColumns } from './chosen-columns.ts'
import { problemOf } from './quoted-text.ts'
import { parseConditions } from './row-conditions.ts'
import type { ShapeFields } from './shape.ts'
import { parseSources } from './source-list.ts'

interface CheckedFields extends Pick<ShapeFields, 'columns' | 'rows' | 'mode' | 'timeColumn'> {
  /** As text in a form. */
  moreSources?: string | readonly SourceRef[]
  sourceColumn?: string
  sourceSheetName?: string
}

/** The words of a task's columns, rows and sources that are wrong, and what its mode lacks, by field; empty if nothing is wrong. */
export function shapeProblems({ columns, rows, moreSources: more = [], ...fields }: CheckedFields): FieldProblems {
  const { mode, timeColumn = '', sourceColumn = '', sourceSheetName = '' } = fields
  const hasSeveral = more.length > 0 || sourceColumn !== '' || isPattern(sourceSheetName)
  const [inColumns, inRows] = [problemOf(() => parseColumns(columns)), problemOf(() => parseConditions(rows))]
  const inSources = typeof more === 'string' ? problemOf(() => parseSources(more))?.message : undefined
  const ofMode = mode === 'append' && hasSeveral ? 'rows of several sources cannot be appended' : undefined
  const ofSources = inSources ?? ofMode
  return {
    ...(inColumns && { columns: `Columns: ${inColumns.message}` }),
    ...(inRows && { rows: `Rows: ${inRows.message}` }),
    ...(mode === 'append' && timeColumn === '' && { time_column: 'Time column: name it, because rows are appended' }),
    ...(ofSources && { more_sources: `Further sources: ${ofSources}` }),
  }
}
