import type { Task, TaskStatus } from '#contract/task.ts'

/** From what asks most for a look to what asks least. */
const BY_URGENCY: readonly TaskStatus[] = [
  'Error',
  'Failed',
  'Running',
  'Stopping',
  'Queued',
  'Warning',
  'Stopped',
  'Pending',
  'Success',
]

/** The state of each type by its id: that of the one of its tasks that asks most for a look. */
export function stateOfTypes(tasks: readonly Pick<Task, 'sync_task_type_id' | 'task_status'>[]) {
  const stateById = new Map<number, TaskStatus>()
  for (const { sync_task_type_id: id, task_status } of tasks) {
    const known = stateById.get(id)
    if (!known || BY_URGENCY.indexOf(task_status) < BY_URGENCY.indexOf(known)) stateById.set(id, task_status)
  }
  return stateById
}
