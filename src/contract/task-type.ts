import { z } from 'zod'
import { AnyJobId } from './csv-job.ts'
import { Id, IdParams, idList, outcomeReply, text, wholeNumber } from './field.ts'
import { FreshnessNote, freshOfTypeShape } from './freshness.ts'
import { onEditOfTypeShape } from './on-edit.ts'
import { reading } from './reading.ts'
import { type RawReply, route } from './route.ts'
import { intervalOfTypeShape } from './schedule-interval.ts'
import { buildChangeShape, storedFields } from './shape.ts'

const DAY_SECONDS = 86_400

export const DEFAULT_TYPE_CHUNK_SIZE = 2000
/** Chunk size of a type sent without one. Its tasks have their own default. */
const NO_CHUNK_SIZE = 0

/** Maximum hours before an alert: a year. */
const MAX_ALERT_AFTER_HOURS = 8760

/** How a run treats a source column missing, moved or renamed since the last copy. */
const COLUMN_CHANGE_ANSWERS = ['hold', 'follow'] as const

/** Loss limit that disables holds: even a loss of all rows does not exceed it. */
const NEVER_HOLD_PERCENT = 100

export const MAX_TYPE_CSV_BYTES = 10 * 1024 * 1024
/** Maximum rows of an imported file. */
export const MAX_TYPE_CSV_ROWS = 1000

/** The fields every server knows. */
const specifiedShape = {
  name: text({ label: 'Name', max: 200 }).min(1, 'Name is required'),
  allowed_concurrent_tasks: wholeNumber({ label: 'Allowed concurrent tasks', min: 1, max: 1000 }).default(1),
  depends_on_id: Id.nullable().default(null),
  queue_delay_seconds: wholeNumber({ label: 'Queue delay', min: 0, max: DAY_SECONDS }).default(0),
  max_retries: wholeNumber({ label: 'Max retries', min: 0, max: 100 }).default(3),
  retry_delay_seconds: wholeNumber({ label: 'Retry delay', min: 0, max: DAY_SECONDS }).default(60),
  chunk_size: wholeNumber({ label: 'Chunk size', min: 1, max: 100_000 }).default(DEFAULT_TYPE_CHUNK_SIZE),
}

const extraShape = {
  /** Hours without success before a task raises an alert; null for no alert. */
  alert_after_hours: wholeNumber({ label: 'Max hours without success', min: 1, max: MAX_ALERT_AFTER_HOURS })
    .nullable()
    .default(null),
  /**
   * Whether runs end in Success without reading cells if, according to Drive, nobody has edited either file since the last
   * success.
   */
  skips_untouched: z.boolean({ error: 'skips_untouched must be true or false' }).default(false),
  /** `hold` asks before copying a source with a missing, moved or renamed column. `follow` copies it and reports the change. */
  on_column_change: z.enum(COLUMN_CHANGE_ANSWERS, { error: 'on_column_change must be hold or follow' }).default('hold'),
  /** Maximum percentage of rows, or of a column's filled cells, that may vanish without a hold; 100 for no limit. */
  hold_loss_percent: wholeNumber({ label: 'Allowed loss', min: 1, max: NEVER_HOLD_PERCENT }).default(30),
  ...intervalOfTypeShape,
  /** How fresh the targets of its tasks must be, unless a task has its own setting. */
  ...freshOfTypeShape,
  /** Whether each task runs after each successful run of a task that writes into its source tab. */
  after_source: z.boolean({ error: 'after_source must be true or false' }).default(false),
  ...onEditOfTypeShape,
  /** Place where readers of its targets see their freshness. */
  freshness_note: FreshnessNote.default('off'),
  /** Whether cell values are stored. Otherwise, runs store only counts: no change set, no data copy, no undo. */
  keeps_cells: z.boolean({ error: 'keeps_cells must be true or false' }).default(true),
}

/** Fields unknown to some servers. They are sent only if changed. */
export const EXTRA_TYPE_FIELDS = Object.keys(extraShape) as (keyof typeof extraShape)[]

/** The fields a user can set on a task type, with limits and defaults, in the order of the columns of a CSV file. */
export const taskTypeShape = { ...specifiedShape, ...extraShape }

/** A new task type. */
export const TaskTypeFields = z.object(taskTypeShape)
export type TaskTypeFields = z.infer<typeof TaskTypeFields>

/** A change to a task type: an omitted field keeps its value. */
export const TaskTypeChange = buildChangeShape(taskTypeShape)
export type TaskTypeChange = z.infer<typeof TaskTypeChange>

export const TaskType = z.object({
  id: Id,
  ...storedFields(taskTypeShape),
  chunk_size: z.int().register(reading, { otherwise: NO_CHUNK_SIZE }),
  /** Names from the first prerequisite to this type itself; empty when it depends on nothing. */
  dependency_chain: z.array(z.string()),
  tasks_count: z.int(),
  dependent_types_count: z.int(),
  /** Version to send in If-Match, so a change does not overwrite later changes by other people. */
  version: z.string().optional(),
})
export type TaskType = z.infer<typeof TaskType>

const csv: RawReply = { contentType: 'text/csv; charset=utf-8', isStreamed: true }

export const taskTypes = {
  list: route({
    method: 'GET',
    path: '/api/sync_task_types',
    access: 'member',
    summary: 'List task types in their order',
    reply: z.array(TaskType),
    errors: [],
  }),
  create: route({
    method: 'POST',
    path: '/api/sync_task_types',
    access: 'member',
    summary: 'Create a task type',
    status: 201,
    body: TaskTypeFields,
    reply: TaskType,
    reads: z.unknown(),
    errors: ['conflict'],
    activity: 'type_created',
  }),
  update: route({
    method: 'PUT',
    path: '/api/sync_task_types/:id',
    access: 'member',
    summary: 'Update a task type; a new chunk size also applies to its tasks',
    params: IdParams,
    body: TaskTypeChange,
    /** The warnings say whether its interval needs more requests than the quota allows. */
    reply: TaskType.extend({ updated_tasks_count: z.int(), warnings: z.array(z.string()) }),
    reads: z.object({ updated_tasks_count: z.int(), warnings: z.array(z.string()) }),
    takesVersion: true,
    errors: ['not_found', 'conflict', 'changed_meanwhile'],
    activity: 'type_changed',
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/sync_task_types/:id',
    access: 'member',
    summary: 'Delete a task type that has no tasks and no dependent types',
    status: 204,
    params: IdParams,
    reply: z.undefined(),
    errors: ['not_found'],
    activity: 'type_deleted',
  }),
  reorder: route({
    method: 'PATCH',
    path: '/api/sync_task_types/order',
    access: 'member',
    summary: 'Set the order of all task types',
    body: z.object({ order: idList({ noun: 'task type', min: 0, max: 10_000 }) }),
    ...outcomeReply,
    errors: [],
    activity: 'types_reordered',
  }),
  runGroup: route({
    method: 'POST',
    path: '/api/sync_task_types/:id/run_group',
    access: 'member',
    summary: 'Run the active tasks of a type that have no run in progress',
    params: IdParams,
    ...outcomeReply,
    errors: ['not_found'],
    activity: 'run_requested',
  }),
  stopGroup: route({
    method: 'POST',
    path: '/api/sync_task_types/:id/stop_group',
    access: 'member',
    summary: 'Stop all runs of a type',
    params: IdParams,
    ...outcomeReply,
    errors: ['not_found'],
    activity: 'run_stopped',
  }),
  importCsv: route({
    method: 'POST',
    path: '/api/sync_task_types/import_csv',
    access: 'member',
    summary: 'Import task types from a CSV file, as a background job',
    upload: { field: 'file', maxBytes: MAX_TYPE_CSV_BYTES },
    reply: z.object({ job_id: Id }),
    reads: z.object({ job_id: AnyJobId.optional() }),
    errors: [],
    activity: 'types_imported',
  }),
  exportCsv: route({
    method: 'GET',
    path: '/api/sync_task_types/export_csv',
    access: 'member',
    summary: 'Export all task types as CSV; the x-csv-job-id header holds the ID of the recorded job',
    reply: csv,
    errors: [],
  }),
}
