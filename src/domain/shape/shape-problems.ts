import type { FieldProblems } from '#contract/errors.ts'
import type { SourceRef, TargetRef, TargetSheet } from '#contract/task-fields.ts'
import { foldName } from '#domain/recognize/name-finder.ts'
import { parseColumns } from './chosen-columns.ts'
import { findHandOutProblems } from './hand-out-problems.ts'
import { catchProblem } from './quoted-text.ts'
import { parseConditions } from './row-conditions.ts'
import type { ShapeFields } from './shape.ts'
import { parseSources } from './source-list.ts'

interface CheckedFields extends Pick<ShapeFields, 'columns' | 'rows' | 'mode' | 'timeColumn' | 'keyColumns'> {
  /** As text in a form. */
  moreSources?: string | readonly SourceRef[]
  holdsEdits?: boolean
  /** How the task hands its rows out; absent where that is not asked. */
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
  const { mode, timeColumn = '', keyColumns = '', holdsEdits = false } = fields
  const { splitBy = '', targets = [], targetsFrom = null, sourceColumn = '', controlSums = [], beside = 'ask' } = fields
  const hasSeveral = more.length > 0 || sourceColumn !== ''
  const [inColumns, inRows] = [catchProblem(() => parseColumns(columns)), catchProblem(() => parseConditions(rows))]
  const inSources = typeof more === 'string' ? catchProblem(() => parseSources(more))?.message : undefined
  const ofKeys = mode === 'update' ? keyProblem(keyColumns, inColumns ? '' : columns) : undefined
  return {
    ...(inColumns && { columns: `Columns: ${inColumns.message}` }),
    ...(inRows && { rows: `Rows: ${inRows.message}` }),
    ...(mode === 'append' && timeColumn === '' && { time_column: 'Time column: name it, because rows are appended' }),
    ...(mode === 'update' &&
      holdsEdits && { holds_edits: 'Hold on target edits: not for rows that are updated by key' }),
    ...(beside === 'carry' &&
      (mode !== 'mirror' || hasSeveral) && {
        beside: 'Beside the copied columns: rows move along only with a mirror of one source',
      }),
    ...(ofKeys && { key_columns: `Key columns: ${ofKeys}` }),
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

function keyProblem(keyColumns: string, columns: string): string | undefined {
  const wrong = catchProblem(() => parseColumns(keyColumns))
  if (wrong) return wrong.message
  const keys = parseColumns(keyColumns)
  if (keys.length === 0) return 'name them, because rows are updated by key'
  const renamed = keys.find(({ newName }) => newName !== undefined)
  if (renamed) return `write "${renamed.name}" without "as"`
  const names = parseColumns(columns).flatMap(({ name, newName = name }) => [name, newName].map(foldName))
  const other = keys.find(({ name }) => names.length > 0 && !names.includes(foldName(name)))
  return other && `"${other.name}" is not among the columns to copy`
}
