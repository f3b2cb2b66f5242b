import type { Task } from '#contract/task.ts'
import type { WarningReason } from '#contract/task-progress.ts'

/** Why a task is in Warning; undefined if it is not. */
export function warningReason(
  task: Pick<Task, 'task_status' | 'hold'> & {
    recent_runs: readonly Pick<Task['recent_runs'][number], 'started_at'>[]
  },
): WarningReason | undefined {
  if (task.task_status !== 'Warning') return undefined
  if (task.hold !== null) return 'held'
  return task.recent_runs.at(-1)?.started_at === null ? 'not_run' : 'other'
}
