import type { FieldProblems } from '#contract/errors.ts'
import type { SourceRef, TargetRef, TargetSheet } from '#contract/task-fields.ts'
import { parseColumns } from './chosen-columns.ts'
import { findHandOutProblems } from './hand-out-problems.ts'
import { type ModeFields, modeTraits } from './mode-traits.ts'
import { catchProblem } from './quoted-text.ts'
import { parseConditions } from './row-conditions.ts'
import type { ShapeFields } from './shape.ts'
import { parseSources } from './source-list.ts'

interface CheckedFields extends ModeFields, Pick<ShapeFields, 'columns' | 'rows'> {
  /** As text in a form. */
  moreSources?: string | readonly SourceRef[]
  holdsEdits?: boolean
  /** Hand-out fields of the task; absent if the caller does not check them. */
  splitBy?: string
  targets?: string | readonly TargetRef[]
  targetsFrom?: string | TargetSheet | null
  sourceColumn?: string
  controlSums?: readonly string[]
  /** Value of BESIDE, or text of a form. */
  beside?: string
}

/** Problems in a task's columns, rows, sources and mode by field; empty without a problem. */
export function shapeProblems({ columns, rows, moreSources: more = [], ...fields }: CheckedFields): FieldProblems {
  const { mode = 'mirror' } = fields
  const { splitBy = '', targets = [], targetsFrom = null, sourceColumn = '', controlSums = [], beside = 'ask' } = fields
  const hasSeveral = more.length > 0 || sourceColumn !== ''
  const [inColumns, inRows] = [catchProblem(() => parseColumns(columns)), catchProblem(() => parseConditions(rows))]
  const inSources = typeof more === 'string' ? catchProblem(() => parseSources(more))?.message : undefined
  return {
    ...(inColumns && { columns: `Columns: ${inColumns.message}` }),
    ...(inRows && { rows: `Rows: ${inRows.message}` }),
    ...modeTraits[mode].findProblems({ ...fields, columns: inColumns ? '' : columns }),
    ...(beside === 'carry' &&
      (!modeTraits[mode].isInPlace || hasSeveral) && {
        beside: 'Beside the copied columns: rows move along only with a mirror of one source',
      }),
    ...(inSources && { more_sources: `Further sources: ${inSources}` }),
    ...findHandOutProblems({
      splitBy,
      targets,
      targetsFrom,
      mode,
      moreSources: more,
      sourceColumn,
      columns,
      controlSums,
    }),
  }
}
