import { z } from 'zod'
import { RowProblem } from './csv-job.ts'
import { Id } from './field.ts'
import { FieldChange } from './field-change.ts'

/** Maximum number of rows listed in a preview; further ones are only counted. */
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

/** The effect that one row of an import would have. Rows that change nothing are only counted. */
export const PreviewedRow = z.object({
  /** Counts as spreadsheet programs do: the header is row 1. */
  row: z.int(),
  kind: z.enum(['created', 'changed', 'skipped']),
  /** Null for a new task, and for a row that is skipped. */
  task_id: Id.nullable(),
  /** The task's; of a row that is skipped, the name in the row, or null. */
  name: z.string().nullable(),
  /** Each field that would change; for a new task, those that have a value. */
  changes: z.array(FieldChange),
  /** Why the row would be skipped. */
  problem: z.string().nullable(),
  /** The column that has the problem, and what the row has there. */
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
