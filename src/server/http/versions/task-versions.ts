import { SECOND_MS } from '#domain/time.ts'
import type { Subjects } from './change-counter.ts'

/** What changes the states of tasks. */
export const OF_STATES: Subjects = ['run', 'tasks', 'task_types']
/** What changes what is known of tasks. */
export const OF_TASKS: Subjects = [...OF_STATES, 'log', 'log_cleared', 'schedules']

/** While a run is in progress, the time that it has taken and will take changes by itself. */
const IN_PROGRESS_MS = 10 * SECOND_MS

/** Of what changes with the time. */
export const briefly = (_reply: unknown, nowMs: number) => nowMs + IN_PROGRESS_MS

interface Known {
  readonly running_status: boolean
  readonly task_status: string
  readonly next_run_at?: string | null
}

/** Until when the passing of time leaves these tasks as they are. */
export function untilTasksChange(tasks: readonly Known[], nowMs: number): number {
  if (tasks.some((task) => task.running_status || task.task_status === 'Stopping')) return nowMs + IN_PROGRESS_MS
  const next = tasks.flatMap(({ next_run_at }) => (next_run_at ? Date.parse(next_run_at) : []))
  return Math.min(Number.MAX_SAFE_INTEGER, ...next)
}
