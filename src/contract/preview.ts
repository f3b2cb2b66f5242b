import { z } from 'zod'
import { ChangeKind } from './change-kind.ts'
import { Id, IdParams, IdText, idList, numberText, outcomeReply, Timestamp } from './field.ts'
import { FixAction } from './fix-action.ts'
import { HoldRule } from './hold.ts'
import { MovedRows } from './moved-rows.ts'
import { route } from './route.ts'

export const MAX_PREVIEWED_TASKS = 100
export const PREVIEW_PAGE_CELLS = 500
const MAX_OFFSET = 10_000_000

/** State of a task's preview. A canceled preview may have been read in part. */
export const PreviewStatus = z.enum(['waiting', 'reading', 'done', 'failed', 'canceled'])
export type PreviewStatus = z.infer<typeof PreviewStatus>

/** A spreadsheet and its tab. */
const Place = z.object({ title: z.string(), tab: z.string() })

/** The changes a run would make in a target. */
const PreviewedTarget = z.object({
  /** Value of the rows for this target. */
  value: z.string(),
  target_ss_id: z.string(),
  target_sheet_name: z.string(),
  /** Rows of the source with this value. */
  rows: z.int(),
  rows_added: z.int(),
  rows_changed: z.int(),
  rows_removed: z.int(),
  /** Cells the run would change. */
  cells: z.int(),
  /** Why the target would be held; null if it would be copied. */
  held_because: z.string().nullable(),
  /** Why the target cannot be copied; null if it can. */
  error: z.string().nullable(),
})
export type PreviewedTarget = z.infer<typeof PreviewedTarget>

/** The changes a run of a task would make. */
export const PreviewResult = z.object({
  source: Place,
  target: Place,
  /** Data rows of the source. */
  source_rows: z.int(),
  rows_added: z.int(),
  rows_changed: z.int(),
  rows_removed: z.int(),
  cells_filled: z.int(),
  cells_changed: z.int(),
  cells_cleared: z.int(),
  /** Number of cells listed in the preview. Further cells are only counted. */
  cells_listed: z.int(),
  /** Cells of the source, for computing the changed part. */
  source_cells: z.int(),
  /** Cells edited since the last run that a run would overwrite. */
  edited_cells: z.int(),
  /** Why a guard would hold the run; null if none would. */
  held_because: z.string().nullable(),
  /** Rules that would hold the run, with their facts. */
  rules: z.array(HoldRule).optional(),
  /** Obstacles in the target. */
  warnings: z.array(z.string()),
  /** Columns the last run did not copy; empty before the first run. */
  new_columns: z.array(z.string()),
  /** New number formats of target columns. */
  formats: z.array(z.object({ column: z.string(), pattern: z.string() })),
  creates_tab: z.boolean(),
  /** The size the target tab would grow to; null if it is large enough. */
  grows_to: z.object({ rows: z.int(), columns: z.int() }).nullable(),
  /** Target tables to extend over the rows written below them, with their ranges. */
  tables: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })).optional(),
  error_cells: z.int(),
  /** Whole rows of the target that would move with the copied rows; null if none would. */
  row_moves: MovedRows.nullable().optional(),
  /** Changes by target, if rows are handed out. */
  targets: z.array(PreviewedTarget).optional(),
  /** Requests needed for a run. */
  reads: z.int(),
  writes: z.int(),
  /** Seconds for these requests, with the remaining quota. */
  seconds: z.int(),
  /** The accounts used. */
  accounts: z.array(z.string()),
})
export type PreviewResult = z.infer<typeof PreviewResult>

export const TaskPreview = z.object({
  task_id: Id,
  task_name: z.string(),
  task_type_name: z.string(),
  status: PreviewStatus,
  rows_done: z.int().nullable(),
  rows_total: z.int().nullable(),
  /** End of the wait for quota. */
  waiting_until: Timestamp.nullable(),
  /** Why the preview failed; null if it did not fail. */
  error: z.string().nullable(),
  fix_action: FixAction.nullable(),
  /** Result; null until the preview is done. */
  result: PreviewResult.nullable(),
})
export type TaskPreview = z.infer<typeof TaskPreview>

export const Preview = z.object({
  id: Id,
  created_by: z.string(),
  created_at: Timestamp,
  /** When the preview is deleted. */
  expires_at: Timestamp,
  /** Whether any of the tasks is waiting or being read. */
  is_in_progress: z.boolean(),
  /** Previews, the most surprising first; unfinished previews come last. */
  tasks: z.array(TaskPreview),
})
export type Preview = z.infer<typeof Preview>

/** The targets a run could not copy; empty unless rows are handed out. */
export function listFailedTargets({ targets = [] }: Pick<PreviewResult, 'targets'>): PreviewedTarget[] {
  return targets.filter(({ error }) => error !== null)
}

const CellValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** A cell a run would change. Rows and columns count from 1. */
export const PreviewedCell = z.object({
  /** Value of the target with the cell, if rows are handed out. */
  value: z.string().optional(),
  row: z.int(),
  column: z.int(),
  /** Entries before and after the change. Long text is shortened. */
  before: CellValue,
  after: CellValue,
})
export type PreviewedCell = z.infer<typeof PreviewedCell>

const TaskIds = idList({ noun: 'task', max: 5_000 })

export const previews = {
  start: route({
    method: 'POST',
    path: '/api/previews',
    access: 'member',
    summary: `Preview what runs of tasks, or of the active tasks of a type, would change, at most ${MAX_PREVIEWED_TASKS} tasks at once`,
    status: 201,
    body: z
      .object({ task_ids: TaskIds.optional(), sync_task_type_id: Id.optional() })
      .refine(({ task_ids, sync_task_type_id }) => (task_ids === undefined) !== (sync_task_type_id === undefined), {
        error: 'Give either task_ids or sync_task_type_id',
        path: ['task_ids'],
      }),
    reply: z.object({ id: Id }),
    reads: z.object({ id: Id.optional() }),
    errors: ['not_found', 'conflict'],
    activity: 'tasks_previewed',
  }),
  get: route({
    method: 'GET',
    path: '/api/previews/:id',
    access: 'member',
    summary: 'Get a preview, as far as it is done',
    params: IdParams,
    reply: Preview,
    errors: ['not_found'],
  }),
  cells: route({
    method: 'GET',
    path: '/api/previews/:id/tasks/:task/cells',
    access: 'member',
    summary: 'List the cells that a run of a previewed task would change, row by row',
    params: IdParams.extend({ task: IdText }),
    query: z.object({
      offset: numberText({ label: 'offset', min: 0, max: MAX_OFFSET }).default(0),
      limit: numberText({ label: 'limit', min: 1, max: 5_000 }).default(PREVIEW_PAGE_CELLS),
      kind: ChangeKind.optional(),
      /** Counts from 1. */
      column: numberText({ label: 'column', min: 1, max: 18_278 }).optional(),
      /** Only cells in the target of this value. */
      target: z.string().optional(),
    }),
    reply: z.object({
      cells: z.array(PreviewedCell),
      /** How many listed cells match the filter. */
      total: z.int(),
      /** The columns with listed cells; the name of a column without a header is its letter. */
      columns: z.array(z.object({ column: z.int(), name: z.string(), count: z.int() })),
    }),
    errors: ['not_found'],
  }),
  cancel: route({
    method: 'POST',
    path: '/api/previews/:id/cancel',
    access: 'member',
    summary: 'Cancel a preview; what is done stays',
    params: IdParams,
    ...outcomeReply,
    errors: ['not_found'],
    activity: 'none',
  }),
  run: route({
    method: 'POST',
    path: '/api/previews/:id/run',
    access: 'member',
    summary: 'Run previewed tasks; each run says how it differs from the preview',
    params: IdParams,
    body: z.object({
      task_ids: TaskIds,
      /** Accepts the holds listed in the preview. */
      copy_anyway: z.boolean().default(false),
    }),
    ...outcomeReply,
    errors: ['not_found'],
    activity: 'run_requested',
  }),
}
