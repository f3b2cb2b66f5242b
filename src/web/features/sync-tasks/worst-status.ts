import type { TaskProgress, TaskStatus } from '#contract/task.ts'

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

/** The status among tasks that asks most for a look: a group is as well as the worst of it. Undefined without tasks. */
export function worstStatus(tasks: readonly Pick<TaskProgress, 'task_status'>[]): TaskStatus | undefined {
  return BY_URGENCY.find((status) => tasks.some(({ task_status }) => task_status === status))
}

/** The worst status of each type that has tasks, by the type's id. */
export function worstStatusByType(
  tasks: readonly Pick<TaskProgress, 'sync_task_type_id' | 'task_status'>[],
): ReadonlyMap<number, TaskStatus | undefined> {
  const byType = Map.groupBy(tasks, ({ sync_task_type_id }) => sync_task_type_id)
  return new Map([...byType].map(([typeId, ofType]) => [typeId, worstStatus(ofType)]))
}
