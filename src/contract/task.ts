import { z } from 'zod'
import {
  Id,
  IdParams,
  IdText,
  idList,
  numberText,
  Outcome,
  outcomeReply,
  SeenOutcome,
  Timestamp,
  text,
} from './field.ts'
import { FixAction } from './fix-action.ts'
import { Hold } from './hold.ts'
import { StoppingTask } from './overview.ts'
import { listIn, reading } from './reading.ts'
import { type RawReply, route } from './route.ts'
import { byOutcome } from './run-figures.ts'
import { storedFields } from './shape.ts'
import { TaskChange, TaskFields, taskShape, withLinkedTabs } from './task-fields.ts'
import { TaskImport, TaskImportPreview } from './task-import.ts'
import { TaskLog } from './task-log.ts'
import { RunStatus, SeenProgress, StatusText, TaskProgress, WarningReason } from './task-progress.ts'
import { statusAllFrom, taskFrom } from './task-reading.ts'

export const TASKS_PAGE_SIZE = 400
export const MAX_TASKS_PAGE = 1_000_000
export const MAX_SEARCH_LENGTH = 200
const MAX_TASK_IDS = 50_000
export const MAX_TASK_CSV_BYTES = 50 * 1024 * 1024

export const RepositionAction = z.enum(['front', 'back', 'up', 'down'])
export type RepositionAction = z.infer<typeof RepositionAction>

/** The type of a task that was sent without a usable one. */
export const NO_TYPE_ID = 0

const StatusAll = z.object({ all_running_status: z.record(z.string(), TaskProgress), all_running: z.boolean() })

export const PositionActions = z.object({
  can_push_to_front: z.boolean(),
  can_push_to_back: z.boolean(),
  can_move_up: z.boolean(),
  can_move_down: z.boolean(),
  total_tasks_of_type: z.int(),
  /** Counts from 1. */
  current_position: z.int(),
})
export type PositionActions = z.infer<typeof PositionActions>

export const RecentRun = z.object({
  id: Id,
  status: RunStatus,
  /** Null for a run that did not start. */
  started_at: Timestamp.nullable(),
  /** From the first attempt to the end, or until now. */
  seconds: z.int().nullable(),
})
export type RecentRun = z.infer<typeof RecentRun>

const ConflictingTask = z.object({ id: Id, name: z.string(), task_type_name: z.string() })

const TaskConflicts = z.object({
  /** Others that write to the same tab, at most the first five. */
  overlaps: z.array(ConflictingTask),
  /** The tasks that copy its target back to its source, in this order; empty if none do. */
  loop: z.array(ConflictingTask),
})
export type TaskConflicts = z.infer<typeof TaskConflicts>

/** A tab, which keeps its ID when it is renamed. */
const CopiedTab = z.object({ id: z.int(), title: z.string() })

export const Task = TaskProgress.extend({
  id: Id,
  ...storedFields(taskShape),
  task_type: z.object({
    id: z.int().min(1).register(reading, { otherwise: NO_TYPE_ID }),
    name: z.string(),
    chunk_size: z.int(),
    allowed_concurrent_tasks: z.int(),
  }),
  source_ss_name: z.string().nullable(),
  target_ss_name: z.string().nullable(),
  sort_order: z.int(),
  /** Whose access the task uses when it lists no account: the person who last changed what it copies, or its accounts. */
  owner: z.string().nullable(),
  total_elapsed_seconds: z.int().nullable(),
  retry_count: z.int(),
  last_error_count: z.int(),
  /** How many cells the last run changed; null before the first one. */
  cells_changed: z.int().nullable(),
  last_successful_run: Timestamp.nullable(),
  last_triggered: z.object({ time: Timestamp, triggered_by: z.string() }).nullable(),
  /** When the schedule runs the task next; null when it does not. */
  next_run_at: Timestamp.nullable(),
  /** The last scheduled time that has passed; null when there was none in the last days. */
  last_due_at: Timestamp.nullable(),
  /** The last ten, oldest first. */
  recent_runs: z.array(RecentRun),
  latest_log: TaskLog.nullable(),
  /** Sent back in If-Match, it lets a change leave alone what others changed since; only in the response for a single task. */
  version: z.string().optional(),
  /** The last lines of the log, oldest first; only in the response for a single task. */
  logs: z.array(TaskLog).optional(),
  /** The tabs of the last copy, each null before the first one from or to there. Only in the response for a single task. */
  last_tabs: z.object({ source: CopiedTab.nullable(), target: CopiedTab.nullable() }).optional(),
  /** Tasks that it shares cells with; only in the response for a single task. */
  conflicts: TaskConflicts.optional(),
  position_actions: PositionActions,
  /** The problem that would keep the task from copying, according to the last access check. */
  access_problem: z.string().nullable(),
  /** How the last run ended; 'Copy anyway' runs a held task without its guards. */
  ...byOutcome('task', () => z.boolean()),
  /** Why the task waits for a person before it copies again; null if it does not. */
  hold: Hold.nullable(),
  /** The prerequisite because of which the last run did not start; null if it started. */
  not_run_because: StoppingTask.nullable(),
  /** How many tasks have not run because of this one. */
  stopped_count: z.int(),
  /** A fix for the failure of the last attempt; null when it did not fail, or there is none. */
  fix_action: FixAction.nullable(),
}).register(reading, { from: taskFrom })
export type Task = z.infer<typeof Task>

const TaskPage = z.object({
  syncTasks: z.array(Task),
  /** Pages of tasks that match the filter. */
  totalPages: z.int().register(reading, { otherwise: 1 }),
  /** All tasks, whatever the filter. */
  total: z.int(),
  /** The tasks that match the filter, on all pages. */
  matching: z.int(),
  /** Sent when there are tasks, and all of them are samples that the first start created. */
  only_samples: z.boolean().optional(),
})

/** A saved task, with warnings for the user. */
const savedTask = {
  reply: Task.extend({ warnings: z.array(z.string()) }),
  reads: z.object({ id: Id.optional(), warnings: z.array(z.string()) }),
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
      /** Words that occur in the names or notes of a task, in any case; a link or an ID finds the tasks of a spreadsheet. */
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
    body: z.preprocess(withLinkedTabs<z.input<typeof TaskFields>>, TaskFields),
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
        /** The hold to accept: the run copies unless it finds more than that. */
        accept: Id.optional(),
        /** Accepts the open hold; a task without one copies whatever is found. */
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
      /** The tasks whose state changed: sent back with the opposite state, they undo the call. */
      changed_ids: z.array(Id),
      /** How many runs of these tasks the schedules hold for tonight. */
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
    formerPath: '/api/sync_tasks/import/plan',
    access: 'member',
    summary: 'List what importing a CSV file would create, change and skip, and why, without changing anything',
    upload: { field: 'file', maxBytes: MAX_TASK_CSV_BYTES },
    reply: TaskImportPreview,
    errors: [],
    activity: 'none',
  }),
}
