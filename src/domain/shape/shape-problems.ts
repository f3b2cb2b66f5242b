import type { FieldProblems } from '#contract/errors.ts'
import type { SourceRef } from '#contract/task-fields.ts'
import { parseColumns } from './chosen-columns.ts'
import { problemOf } from './quoted-text.ts'
import { parseConditions } from './row-conditions.ts'
import { parseSources } from './source-list.ts'

interface ShapeTexts {
  columns: string
  rows: string
  /** As text in a form. */
  more_sources?: string | readonly SourceRef[]
}

/** The words of a task's columns, rows and sources that are wrong, by field; empty if there are none. */
export function shapeProblems({ columns, rows, more_sources: more }: ShapeTexts): FieldProblems {
  const [inColumns, inRows] = [problemOf(() => parseColumns(columns)), problemOf(() => parseConditions(rows))]
  const inSources = typeof more === 'string' ? problemOf(() => parseSources(more)) : undefined
  return {
    ...(inColumns && { columns: `Columns: ${inColumns.message}` }),
    ...(inRows && { rows: `Rows: ${inRows.message}` }),
    ...(inSources && { more_sources: `Further sources: ${inSources.message}` }),
  }
}
