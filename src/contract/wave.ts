import { z } from 'zod'
import { numberText, Timestamp } from './field.ts'
import { NextTime } from './overview.ts'
import { OverviewTask } from './overview-task.ts'
import { route } from './route.ts'
import { RecentHours } from './run.ts'
import { MAX_EVERY_MINUTES } from './schedule-interval.ts'

/** A known cause of failure for tasks of an upcoming wave. */
const ExpectedFailure = z.object({
  /** Key of the cause, e.g. `not_shared`. */
  cause: z.string(),
  message: z.string(),
  /** Start of the earliest failure; null before the first failed run. */
  since: Timestamp.nullable(),
  tasks_count: z.int(),
})

/** Scheduled runs of a time of day, or of an interval. */
const UpcomingWave = NextTime.extend({
  /** Estimated milliseconds, from the last copies; null before the first copy. */
  ms: z.int().nullable(),
  /** Estimated requests to the provider, from the last copies. */
  requests: z.int(),
  will_fail: z.array(ExpectedFailure),
  /** Number of held tasks. */
  held_count: z.int(),
  /** Number of tasks per type, in the order of the list. */
  types: z.array(z.object({ task_type_id: z.int(), task_type_name: z.string(), tasks_count: z.int() })),
})
export type UpcomingWave = z.infer<typeof UpcomingWave>

/** Runs started by a request or a scheduled time. */
const PastWave = z.object({
  id: z.string(),
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
  /** Whether all runs of the wave are undos. */
  is_undo: z.boolean(),
})
export type PastWave = z.infer<typeof PastWave>

const TaskOfWave = OverviewTask.extend({
  /** `fail` after a failed access check, `hold` while a hold is open. */
  expected: z.enum(['copy', 'fail', 'hold']),
})
export type TaskOfWave = z.infer<typeof TaskOfWave>

export const waves = {
  list: route({
    method: 'GET',
    path: '/api/waves',
    access: 'member',
    summary: 'List the waves of several runs within the last hours, newest first, and the next scheduled ones',
    query: z.object({ hours: RecentHours }),
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
      /** The interval of the wave; absent for a time of day. */
      every_minutes: numberText({ label: 'every_minutes', min: 1, max: MAX_EVERY_MINUTES }).optional(),
    }),
    reply: z.object({ tasks: z.array(TaskOfWave) }),
    errors: [],
  }),
}
