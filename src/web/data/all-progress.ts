import { NO_TYPE_ID, type Task } from '#contract/task.ts'
import type { SeenProgress, TaskProgress } from '#contract/task-progress.ts'

/** The progress of a task nothing is known about. */
const UNKNOWN: TaskProgress = {
  sync_task_type_id: NO_TYPE_ID,
  is_active: true,
  running_status: false,
  task_status: 'Pending',
  rows_done: null,
  rows_total: null,
  seconds_left: null,
  waiting_for: null,
  prerequisites_count: 0,
}

/**
 * The progress of every known task: of tasks in the status of all tasks (undefined until it has loaded) and of the given
 * tasks, which complete the status.
 */
export function allProgress(
  status: Readonly<Record<string, SeenProgress>> | undefined,
  tasks: readonly Task[],
): TaskProgress[] {
  const byId = new Map<string, TaskProgress>(tasks.map((task) => [String(task.id), task]))
  for (const [id, seen] of Object.entries(status ?? {})) byId.set(id, Object.assign({}, UNKNOWN, byId.get(id), seen))
  return [...byId.values()]
}
