import { z } from 'zod'
import { cleanText, Id } from './field.ts'
import { reading } from './reading.ts'
import { progressFrom } from './task-reading.ts'

/** Status of a task. Clients read it in any case, and read an unknown status as Pending, because Pending claims no work. */
export const TaskStatus = z
  .enum(['Pending', 'Queued', 'Running', 'Failed', 'Stopping', 'Stopped', 'Success', 'Warning', 'Error'])
  .register(reading, { otherwise: 'Pending' })
export type TaskStatus = z.infer<typeof TaskStatus>

/** The status with this name in any case; undefined if there is none. */
export function statusNamed(name: string): TaskStatus | undefined {
  return TaskStatus.options.find((status) => status.toLowerCase() === name.toLowerCase())
}

/** A status in a query string, in any case. */
export const StatusText = z
  .string()
  .transform((name) => statusNamed(cleanText(name)) ?? name)
  .pipe(TaskStatus)

/**
 * Why a task is in Warning. `held`: a guard holds it. `not_run`: its run never started because a prerequisite failed. `other`:
 * it copied, and there is something to check.
 */
export const WarningReason = z.enum(['held', 'not_run', 'other'])
export type WarningReason = z.infer<typeof WarningReason>

/** The statuses of a run; a task that was never run, or was reset, is Pending instead. */
export const RunStatus = TaskStatus.exclude(['Pending'])

/** The part of a task that changes while it runs, small enough to send for all tasks at once. */
export const TaskProgress = z.object({
  sync_task_type_id: Id,
  is_active: z.boolean().register(reading, { from: (sent) => sent !== false }),
  running_status: z.boolean(),
  task_status: TaskStatus,
  rows_done: z.int().nullable(),
  rows_total: z.int().nullable(),
  seconds_left: z.int().nullable(),
  /** Why the run waits, for users; null when it does not. */
  waiting_for: z.string().nullable(),
  /** Tasks of prerequisite types with unfinished runs. */
  prerequisites_count: z.int(),
})
export type TaskProgress = z.infer<typeof TaskProgress>

/** A task's progress as a client sees it. */
export const SeenProgress = TaskProgress.partial().register(reading, { from: progressFrom })
export type SeenProgress = z.infer<typeof SeenProgress>
