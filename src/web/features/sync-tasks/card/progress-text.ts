import type { Hold } from '#contract/hold.ts'
import type { Task } from '#contract/task.ts'
import { pluralize } from '#domain/pluralize.ts'
import { intervalLine } from '#domain/schedule/describe-interval.ts'
import { withTypeName } from '#domain/tasks/task-name.ts'
import { formatCount, formatElapsed } from '../../../lib/format.ts'

type ProgressFields = Pick<
  Task,
  | 'running_status'
  | 'task_status'
  | 'rows_done'
  | 'rows_total'
  | 'seconds_left'
  | 'waiting_for'
  | 'scheduled_times'
  | 'schedule_days'
> &
  Parameters<typeof intervalLine>[0]

/** The progress of a run, 0 to 100; undefined while unknown. */
export function percentDone({
  rows_done,
  rows_total,
}: Pick<ProgressFields, 'rows_done' | 'rows_total'>): number | undefined {
  if (rows_done === null || rows_total === null || rows_total === 0) return undefined
  return Math.min(100, Math.floor((rows_done / rows_total) * 100))
}

type ActionFields = Pick<
  Task,
  'is_active' | 'running_status' | 'task_status' | 'can_copy_anyway' | 'hold' | 'not_run_because'
>

/**
 * Describes the action a user must take after a run that no retry can fix; undefined if no action is needed. Inactive tasks
 * never need action. For a held task, the text gives the reason with its number.
 */
export function actionNeeded(task: ActionFields): string | undefined {
  if (task.running_status || !task.is_active) return undefined
  if (task.task_status === 'Error') return 'Action needed: fix the error in the log, then run again'
  if (task.task_status !== 'Warning') return undefined
  if (task.hold) return heldText(task.hold)
  const { not_run_because: stopper } = task
  if (stopper) return `Not run because of ${withTypeName(stopper.name, stopper.task_type_name)}`
  return task.can_copy_anyway
    ? 'Action needed: see why it is held, and decide'
    : 'Action needed: check the warning in the log'
}

function heldText({ rules }: Hold): string {
  const [main] = rules
  if (!main) return 'Held'
  return rules.length === 1 ? `Held: ${main.reason}` : `Held: ${main.reason} (1 of ${rules.length} reasons)`
}

/** Describes a task's progress, or its schedule, in one line. */
export function progressText(task: ProgressFields): string {
  if (task.waiting_for !== null) return task.waiting_for
  if (task.running_status) return runText(task)
  if (task.scheduled_times.length === 0) return intervalLine(task) || 'No schedule'
  return `${task.schedule_days.join(', ') || 'Daily'} at ${task.scheduled_times.join(', ')}`
}

function runText({ task_status, rows_done, rows_total, seconds_left }: ProgressFields): string {
  if (task_status === 'Stopping') return 'Stopping'
  if (task_status === 'Failed') return 'Will retry automatically'
  if (rows_done === null) return task_status === 'Queued' ? 'Waiting in the queue' : 'Starting'
  const known = pluralize(rows_total ?? rows_done, 'row')
  const rows = rows_total === null ? known : `${formatCount(rows_done)} of ${known}`
  return seconds_left === null ? rows : `${rows}, ${formatElapsed(seconds_left)} left`
}
