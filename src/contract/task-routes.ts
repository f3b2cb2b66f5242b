import { z } from 'zod'
import { Id, IdParams, IdText, idList, numberText, Outcome, outcomeReply, SeenOutcome, text } from './field.ts'
import { FreshnessState } from './freshness.ts'
import { listIn, reading } from './reading.ts'
import { type RawReply, route } from './route.ts'
import { spreadsheetId } from './spreadsheet-link.ts'
import { Task } from './task.ts'
import { TaskChange, TaskFields, withLinkedTabs, withOpenTarget } from './task-fields.ts'
import { TaskImport, TaskImportPreview } from './task-import.ts'
import { SeenProgress, StatusText, TaskProgress, WarningReason } from './task-progress.ts'
import { statusAllFrom } from './task-reading.ts'

export const TASKS_PAGE_SIZE = 400
export const MAX_TASKS_PAGE = 1_000_000
export const MAX_SEARCH_LENGTH = 200
const MAX_TASK_IDS = 50_000
export const MAX_TASK_CSV_BYTES = 50 * 1024 * 1024

export const RepositionAction = z.enum(['front', 'back', 'up', 'down'])
export type RepositionAction = z.infer<typeof RepositionAction>

const StatusAll = z.object({ all_running_status: z.record(z.string(), TaskProgress), all_running: z.boolean() })

const TaskPage = z.object({
  syncTasks: z.array(Task),
  /** Pages of matching tasks. */
  totalPages: z.int().register(reading, { otherwise: 1 }),
  /** All tasks, whatever the filter. */
  total: z.int(),
  /** Matching tasks on all pages. */
  matching: z.int(),
  /** Sent if there are tasks, and all of them are samples created by the first start. */
  only_samples: z.boolean().optional(),
})

/** A saved task, with warnings for the user. */
const savedTask = {
  reply: Task.extend({ warnings: z.array(z.string()) }),
  reads: z.object({ id: Id.optional(), name: z.string().optional(), warnings: z.array(z.string()) }),
}

const csv: RawReply = { contentType: 'text/csv; charset=utf-8', isStreamed: true }

export const tasks = {
  list: route({
    method: 'GET',
    path: '/api/sync_tasks',
    access: 'member',
    summary: 'List a page of tasks, by type and position, all of them or those that match a filter',
    query: z.object({
      page: numberText({ label: 'page', min: 1, max: MAX_TASKS_PAGE }).default(1),
      limit: numberText({ label: 'limit', min: 1, max: 1000 }).default(TASKS_PAGE_SIZE),
      sync_task_type_id: IdText.optional(),
      status: StatusText.optional(),
      warning: WarningReason.optional(),
      freshness: FreshnessState.optional(),
      is_active: z.enum(['true', 'false'], { error: 'is_active must be true or false' }).optional(),
      /** Selects tasks that copy from this spreadsheet, even as one of several sources. */
      source_ss_id: spreadsheetId('Source spreadsheet').optional(),
      /** Selects tasks that write to this spreadsheet, even as one of several targets. */
      target_ss_id: spreadsheetId('Target spreadsheet').optional(),
      /** Selects hand-out tasks, or all other tasks. */
      hands_out: z.enum(['true', 'false'], { error: 'hands_out must be true or false' }).optional(),
      /** Adds the tabs of the last hand-out of each task. */
      found_targets: z.enum(['true', 'false'], { error: 'found_targets must be true or false' }).optional(),
      /** Words to find in the names or notes of a task, in any case. A link or an ID finds the tasks of a spreadsheet. */
      search: text({ label: 'Search', max: MAX_SEARCH_LENGTH }).optional(),
    }),
    reply: TaskPage,
    reads: TaskPage.partial({ total: true, matching: true }).register(reading, { from: listIn('syncTasks') }),
    errors: [],
  }),
  statusAll: route({
    method: 'GET',
    path: '/api/sync_tasks/status_all',
    access: 'member',
    summary: 'Get the status of every task, by ID',
    reply: StatusAll,
    reads: StatusAll.extend({ all_running_status: z.record(z.string(), SeenProgress) }).register(reading, {
      from: statusAllFrom,
    }),
    errors: [],
  }),
  get: route({
    method: 'GET',
    path: '/api/sync_tasks/:id',
    access: 'member',
    summary: 'Get a task',
    params: IdParams,
    reply: Task,
    errors: ['not_found'],
  }),
  create: route({
    method: 'POST',
    path: '/api/sync_tasks',
    access: 'member',
    summary: 'Create a task at the end of its type',
    status: 201,
    body: z.preprocess((sent: z.input<typeof TaskFields>) => withLinkedTabs(withOpenTarget(sent)), TaskFields),
    ...savedTask,
    errors: ['conflict'],
    activity: 'task_created',
  }),
  update: route({
    method: 'PUT',
    path: '/api/sync_tasks/:id',
    access: 'member',
    summary: 'Update a task',
    params: IdParams,
    body: z.preprocess(withLinkedTabs<z.input<typeof TaskChange>>, TaskChange),
    takesVersion: true,
    ...savedTask,
    errors: ['not_found', 'conflict', 'changed_meanwhile'],
    activity: 'task_changed',
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/sync_tasks/:id',
    access: 'member',
    summary: 'Delete a task that has no run in progress',
    status: 204,
    params: IdParams,
    reply: z.undefined(),
    errors: ['not_found'],
    activity: 'task_deleted',
  }),
  execute: route({
    method: 'POST',
    path: '/api/sync_tasks/:id/execute',
    access: 'member',
    summary: 'Run a task',
    params: IdParams,
    body: z
      .object({
        /** The hold to accept: the run copies unless it finds more. */
        accept: Id.optional(),
        /** Accepts the open hold; a task without an open hold copies whatever is found. */
        allow_shrink: z.boolean().default(false),
      })
      .default({ allow_shrink: false }),
    ...outcomeReply,
    errors: ['not_found', 'conflict'],
    activity: 'run_requested',
  }),
  stop: route({
    method: 'POST',
    path: '/api/sync_tasks/stop/:id',
    access: 'member',
    summary: "Stop a task's run",
    params: IdParams,
    ...outcomeReply,
    errors: ['not_found'],
    activity: 'run_stopped',
  }),
  executeAll: route({
    method: 'POST',
    path: '/api/sync_tasks/execute_all',
    access: 'member',
    summary: 'Run every active task that has no run in progress',
    ...outcomeReply,
    errors: [],
    activity: 'run_requested',
  }),
  stopAll: route({
    method: 'POST',
    path: '/api/sync_tasks/stop_all',
    access: 'member',
    summary: 'Stop all runs',
    ...outcomeReply,
    errors: [],
    activity: 'run_stopped',
  }),
  resetRunningStatus: route({
    method: 'POST',
    path: '/api/sync_tasks/reset_running_status',
    access: 'member',
    summary: 'Reset tasks to Pending whose status claims work that no live node is doing',
    reply: z.object({ reset_count: z.int() }),
    errors: [],
    activity: 'status_reset',
  }),
  removeAll: route({
    method: 'DELETE',
    path: '/api/sync_tasks/delete_all',
    access: 'member',
    summary: 'Delete all tasks, unless a run is in progress',
    status: 204,
    reply: z.undefined(),
    errors: [],
    activity: 'all_tasks_deleted',
  }),
  toggleAllActive: route({
    method: 'POST',
    path: '/api/sync_tasks/toggle_all_active',
    access: 'member',
    summary: 'Activate or deactivate all tasks, or those with the given IDs',
    body: z.object({
      target_state: z.boolean({ error: 'target_state must be true or false' }),
      task_ids: idList({ noun: 'task', min: 0, max: MAX_TASK_IDS }).optional(),
    }),
    reply: Outcome.extend({
      updated_count: z.int(),
      /** Tasks with a changed state. To undo the call, send them back with the opposite state. */
      changed_ids: z.array(Id),
      /** Number of runs of these tasks scheduled for tonight. */
      runs_tonight: z.int(),
    }),
    reads: SeenOutcome.extend({ changed_ids: z.array(Id).optional(), runs_tonight: z.int().optional() }),
    errors: [],
    activity: 'tasks_toggled',
  }),
  toggleActive: route({
    method: 'POST',
    path: '/api/sync_tasks/:id/toggle_active',
    access: 'member',
    summary: 'Activate or deactivate a task',
    params: IdParams,
    body: z.object({ is_active: z.boolean({ error: 'is_active must be true or false' }) }),
    reply: z.object({ is_active: z.boolean(), message: z.string() }),
    reads: z.object({ is_active: z.boolean().optional() }),
    errors: ['not_found'],
    activity: 'tasks_toggled',
  }),
  reposition: route({
    method: 'POST',
    path: '/api/sync_tasks/:id/reposition',
    access: 'member',
    summary: 'Move a task within its type',
    params: IdParams,
    body: z.object({ action: RepositionAction }),
    ...outcomeReply,
    errors: ['not_found'],
    activity: 'task_moved',
  }),
  exportCsv: route({
    method: 'GET',
    path: '/api/sync_tasks/export',
    access: 'import_export',
    summary: 'Export all tasks as CSV',
    reply: csv,
    errors: [],
    cost: () => 40,
  }),
  importCsv: route({
    method: 'POST',
    path: '/api/sync_tasks/import',
    access: 'member',
    summary: 'Create and update tasks from a CSV file',
    upload: { field: 'file', maxBytes: MAX_TASK_CSV_BYTES },
    reply: TaskImport,
    reads: TaskImport.partial().extend({ status: z.string(), message: z.string() }),
    errors: [],
    activity: 'tasks_imported',
  }),
  previewImport: route({
    method: 'POST',
    path: '/api/sync_tasks/import/preview',
    access: 'member',
    summary: 'List what importing a CSV file would create, change and skip, and why, without changing anything',
    upload: { field: 'file', maxBytes: MAX_TASK_CSV_BYTES },
    reply: TaskImportPreview,
    errors: [],
    activity: 'none',
  }),
}
