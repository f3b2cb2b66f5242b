import { z } from 'zod'
import { IdText, numberText, Timestamp } from './field.ts'
import { NextTime } from './overview.ts'
import { OverviewTask } from './overview-task.ts'
import { route } from './route.ts'
import { MAX_RUN_HOURS } from './run.ts'

const DAY_HOURS = 24

/** A cause that will keep tasks of a wave from copying unless somebody removes it. */
const ExpectedFailure = z.object({
  /** A key such as `not_shared`. */
  cause: z.string(),
  message: z.string(),
  /** Since when the first of these tasks fails; null where none has run since. */
  since: Timestamp.nullable(),
  tasks_count: z.int(),
})

/** Runs that a schedule will start together, or in turn for an interval. */
const UpcomingWave = NextTime.extend({
  /** Milliseconds that its runs take, from what the last copies used; null while nothing is known. */
  ms: z.int().nullable(),
  /** Requests to the provider, from what the last copies used. */
  requests: z.int(),
  will_fail: z.array(ExpectedFailure),
  /** Tasks that stay held until a person decides. */
  held_count: z.int(),
  /** Its tasks by type, in the order of the screen. */
  types: z.array(z.object({ task_type_id: z.int(), task_type_name: z.string(), tasks_count: z.int() })),
})
export type UpcomingWave = z.infer<typeof UpcomingWave>

/** Runs that one request or one scheduled time started together. */
const PastWave = z.object({
  id: z.uuid(),
  at: Timestamp,
  triggered_by: z.string(),
  tasks_count: z.int(),
  in_progress: z.int(),
  succeeded: z.int(),
  warnings: z.int(),
  failed: z.int(),
  stopped: z.int(),
  held: z.int(),
  cells_changed: z.int(),
  /** Whether its runs undo others. */
  is_undo: z.boolean(),
})
export type PastWave = z.infer<typeof PastWave>

const TaskOfWave = OverviewTask.extend({
  /** Why the task will not copy: nothing does, its last access check failed, or a hold is open. */
  expected: z.enum(['copy', 'fail', 'hold']),
})
export type TaskOfWave = z.infer<typeof TaskOfWave>

export const waves = {
  list: route({
    method: 'GET',
    path: '/api/waves',
    access: 'member',
    summary: 'List the waves of several runs within the last hours, newest first, and the next scheduled ones',
    query: z.object({ hours: numberText({ label: 'hours', min: 1, max: MAX_RUN_HOURS }).default(DAY_HOURS) }),
    reply: z.object({ upcoming: z.array(UpcomingWave), past: z.array(PastWave) }),
    errors: [],
  }),
  tasks: route({
    method: 'GET',
    path: '/api/waves/tasks',
    access: 'member',
    summary: 'List the tasks that a schedule will start at a time, by type and position',
    query: z.object({
      at: z.iso.datetime({ error: 'at must be a time in ISO 8601, as in the list of waves' }),
      /** The interval of the wave; left out for a time of day. */
      every_minutes: IdText.optional(),
    }),
    reply: z.object({ tasks: z.array(TaskOfWave) }),
    errors: [],
  }),
}
