import { z } from 'zod'
import { Id, IdText, numberText, Timestamp } from './field.ts'
import { route } from './route.ts'
import { RunStatus } from './task-progress.ts'

const DAY_HOURS = 24
const MAX_RUN_HOURS = 7 * DAY_HOURS
/** Beyond this, the oldest runs are left out. */
export const MAX_LISTED_RUNS = 5000

/** One execution of a task. */
export const Run = z.object({
  id: Id,
  task_id: Id,
  task_name: z.string(),
  task_type_id: Id,
  task_type_name: z.string(),
  status: RunStatus,
  triggered_by: z.string(),
  queued_at: Timestamp,
  started_at: Timestamp.nullable(),
  /** Null while the run is in progress. */
  ended_at: Timestamp.nullable(),
  /** From the first attempt to the end, or until now; null for a run that did not start. */
  elapsed_seconds: z.int().nullable(),
  /** Source rows copied or compared; null before the first. */
  rows: z.int().nullable(),
  cells_changed: z.int(),
})
export type Run = z.infer<typeof Run>

export const runs = {
  list: route({
    method: 'GET',
    path: '/api/runs',
    access: 'member',
    summary: `List the runs in progress within the last hours, or the last runs of a task, newest first, at most ${MAX_LISTED_RUNS.toLocaleString('en-US')}`,
    query: z.object({
      hours: numberText({ label: 'hours', min: 1, max: MAX_RUN_HOURS }).default(DAY_HOURS),
      /** Only the runs of this task, whenever they were. */
      task_id: IdText.optional(),
      limit: numberText({ label: 'limit', min: 1, max: MAX_LISTED_RUNS }).default(MAX_LISTED_RUNS),
    }),
    reply: z.object({
      runs: z.array(Run),
      /** Whether the oldest runs are left out because there are too many. */
      is_cut: z.boolean(),
    }),
    errors: [],
  }),
}
