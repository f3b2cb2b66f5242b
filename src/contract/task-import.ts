import { z } from 'zod'
import { RowProblem } from './csv-job.ts'
import { Id } from './field.ts'
import { FieldChange } from './field-change.ts'

/** Maximum number of rows listed in a preview; further rows are only counted. */
export const MAX_PREVIEWED_ROWS = 1000

const counts = {
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  failed: z.int(),
}

export const TaskImport = z.object({
  status: z.enum(['success', 'partial_success', 'error']),
  message: z.string(),
  ...counts,
  errors: z.array(RowProblem),
})
export type TaskImport = z.infer<typeof TaskImport>

/** Effect of a row of an import. Rows without changes are only counted. */
export const PreviewedRow = z.object({
  /** Counts as spreadsheet programs do: the header is row 1. */
  row: z.int(),
  kind: z.enum(['created', 'changed', 'skipped']),
  /** Null for a new task, and for a skipped row. */
  task_id: Id.nullable(),
  /** Name of the task; for a skipped row, the name in the row, or null. */
  name: z.string().nullable(),
  /** Changed fields; for a new task, all fields with a value. */
  changes: z.array(FieldChange),
  /** Why the row would be skipped. */
  problem: z.string().nullable(),
  /** Column with the problem, and its text in the row. */
  column: z.string().nullable(),
  value: z.string().nullable(),
})
export type PreviewedRow = z.infer<typeof PreviewedRow>

export const TaskImportPreview = z.object({
  ...counts,
  rows: z.array(PreviewedRow),
  /** Whether there are more rows than a preview lists. */
  is_cut: z.boolean(),
})
export type TaskImportPreview = z.infer<typeof TaskImportPreview>
