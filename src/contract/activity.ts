import { z } from 'zod'
import { ActivityKind } from './activity-kind.ts'
import { ActivityOrigin } from './activity-origin.ts'
import { Id, IdParams, IdText, numberText, Timestamp, text } from './field.ts'
import { FieldChange } from './field-change.ts'
import { type RawReply, route } from './route.ts'

/** Days to keep entries of Activity. */
export const ACTIVITY_DAYS = 365
const ACTIVITY_PAGE_SIZE = 100
const MAX_PERSON_LENGTH = 254

export const ActivityEntry = z.object({
  id: Id,
  at: Timestamp,
  kind: ActivityKind,
  /** The person's address, or the schedule. */
  who: z.string(),
  origin: ActivityOrigin,
  /** The name of the API token. */
  token_name: z.string().nullable(),
  /** The IP address. */
  address: z.string().nullable(),
  /** Name of the changed item, e.g. a task. */
  subject: z.string(),
  /** Number of changed items. */
  count: z.int(),
  /** Names of the first changed items. */
  names: z.array(z.string()),
  /** The first changed tasks. */
  task_ids: z.array(Id),
  changes: z.array(FieldChange),
  /** Whether the changed fields are recorded, so the change can be reverted or the import undone. */
  can_revert: z.boolean(),
})
export type ActivityEntry = z.infer<typeof ActivityEntry>

const filterShape = {
  kind: ActivityKind.optional(),
  /** Part of an address, in any case. */
  who: text({ label: 'Who', max: MAX_PERSON_LENGTH }).optional(),
  task_id: IdText.optional(),
  /** Leaves out entries about runs. */
  without_runs: z.enum(['true', 'false'], { error: 'without_runs must be true or false' }).default('false'),
  /** Leaves out sign-ins, sign-outs and failed attempts. */
  without_sign_ins: z.enum(['true', 'false'], { error: 'without_sign_ins must be true or false' }).default('false'),
  days: numberText({ label: 'days', min: 1, max: ACTIVITY_DAYS }).default(ACTIVITY_DAYS),
}

const csv: RawReply = { contentType: 'text/csv; charset=utf-8', isStreamed: true }

/** Maximum number of tasks listed in a preview; further tasks are only counted. */
export const MAX_UNDONE_TASKS = 1000

/** The effect of undoing an import on a task, done or previewed. */
const UndoneTask = z.object({
  task_id: Id,
  /** Task name with its type: `Ledger 1 (Nightly)`. */
  name: z.string(),
  kind: z.enum(['deleted', 'reverted', 'kept']),
  /** The reverted fields. */
  changes: z.array(FieldChange),
  /** Why the task stays unchanged, or a part of it. */
  problem: z.string().nullable(),
})
export type UndoneTask = z.infer<typeof UndoneTask>

const ImportUndo = z.object({
  /** Tasks created by the import and moved to the trash. */
  deleted: z.int(),
  reverted: z.int(),
  /** Tasks left unchanged. */
  kept: z.int(),
  tasks: z.array(UndoneTask),
  /** Whether there are more tasks than listed. */
  is_cut: z.boolean(),
})
export type ImportUndo = z.infer<typeof ImportUndo>

export const activity = {
  list: route({
    method: 'GET',
    path: '/api/activity',
    access: 'member',
    summary: 'List who changed what, newest first',
    query: z.object({
      ...filterShape,
      /** Entries older than the entry with this ID. */
      before_id: IdText.optional(),
      limit: numberText({ label: 'limit', min: 1, max: 500 }).default(ACTIVITY_PAGE_SIZE),
    }),
    reply: z.object({ entries: z.array(ActivityEntry), has_more: z.boolean() }),
    errors: [],
  }),
  exportCsv: route({
    method: 'GET',
    path: '/api/activity/export',
    access: 'member',
    summary: 'Export who changed what as CSV, newest first',
    query: z.object(filterShape),
    reply: csv,
    errors: [],
  }),
  previewUndo: route({
    method: 'POST',
    path: '/api/activity/:id/undo/preview',
    access: 'member',
    summary: 'List what undoing an import of tasks would do, without doing it',
    params: IdParams,
    reply: ImportUndo,
    errors: ['not_found'],
    activity: 'none',
  }),
  undo: route({
    method: 'POST',
    path: '/api/activity/:id/undo',
    access: 'member',
    summary: 'Undo an import of tasks: delete the tasks that it created, and revert those that it changed',
    params: IdParams,
    reply: ImportUndo,
    errors: ['not_found', 'conflict'],
    activity: 'import_undone',
  }),
}
