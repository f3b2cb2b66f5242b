import { NO_TYPE_ID, type Task } from '#contract/task.ts'
import type { SeenProgress, TaskProgress } from '#contract/task-progress.ts'

/** Stands for the progress of a task with no known state. */
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
 * Progress of every known task. It comes from the status of all tasks, which is undefined until it has loaded. The given
 * tasks add what the status lacks.
 */
export function allProgress(
  status: Readonly<Record<string, SeenProgress>> | undefined,
  tasks: readonly Task[],
): TaskProgress[] {
  const byId = new Map<string, TaskProgress>(tasks.map((task) => [String(task.id), task]))
  for (const [id, seen] of Object.entries(status ?? {})) byId.set(id, Object.assign({}, UNKNOWN, byId.get(id), seen))
  return [...byId.values()]
}
