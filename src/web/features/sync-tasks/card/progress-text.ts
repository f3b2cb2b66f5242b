import type { Task } from '#contract/task.ts'
import { formatCount, formatElapsed } from '../../../lib/format.ts'

type Seen = Pick<
  Task,
  'running_status' | 'task_status' | 'rows_done' | 'rows_total' | 'seconds_left' | 'waiting_for' | 'scheduled_times'
>

/** How much of a run is done, 0 to 100; undefined while that is not known. */
export function percentDone({ rows_done, rows_total }: Pick<Seen, 'rows_done' | 'rows_total'>): number | undefined {
  if (rows_done === null || rows_total === null || rows_total === 0) return undefined
  return Math.min(100, Math.floor((rows_done / rows_total) * 100))
}

type Ended = Pick<Task, 'is_active' | 'running_status' | 'task_status' | 'can_copy_anyway'>

/**
 * What someone has to do, now that a run ended in a way that no further attempt will mend; undefined while nothing is
 * asked of anyone. A task that was switched off is nobody's worry.
 */
export function needText({ is_active, running_status, task_status, can_copy_anyway }: Ended): string | undefined {
  if (running_status || !is_active) return undefined
  if (task_status === 'Error') return 'Needs you: mend what the log says, then run it'
  if (task_status !== 'Warning') return undefined
  return can_copy_anyway ? 'Needs you: check the source, then Copy anyway' : 'Needs you: the log says what to mend'
}

/** What a task is doing or when it will, in a line. */
export function progressText(task: Seen): string {
  if (task.waiting_for !== null) return task.waiting_for
  if (task.running_status) return runText(task)
  return task.scheduled_times.length === 0 ? 'No schedule' : `Daily at ${task.scheduled_times.join(', ')}`
}

function runText({ task_status, rows_done, rows_total, seconds_left }: Seen): string {
  if (task_status === 'Stopping') return 'Stopping'
  if (task_status === 'Failed') return 'Will try again by itself'
  if (rows_done === null) return task_status === 'Queued' ? 'Waiting for its turn' : 'Starting'
  const rows =
    rows_total === null
      ? `${formatCount(rows_done)} rows`
      : `${formatCount(rows_done)} of ${formatCount(rows_total)} rows`
  return seconds_left === null ? rows : `${rows}, ${formatElapsed(seconds_left)} left`
}
