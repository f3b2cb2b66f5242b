import type { Task } from '#contract/task.ts'
import type { TaskType } from '#contract/task-type.ts'

/** Adds the type to tasks that were sent with only its ID. */
export function withTypes(tasks: readonly Task[], types: readonly TaskType[]): readonly Task[] {
  if (tasks.every(hasType)) return tasks
  const byId = new Map(types.map((type) => [type.id, type]))
  return tasks.map((task) => {
    const type = byId.get(task.sync_task_type_id)
    if (hasType(task) || !type) return task
    const { id, name, chunk_size, allowed_concurrent_tasks, every_minutes, every_minutes_between } = type
    const interval = { every_minutes, every_minutes_between }
    return { ...task, task_type: { id, name, chunk_size, allowed_concurrent_tasks, ...interval } }
  })
}

function hasType({ task_type }: Task): boolean {
  return task_type.name !== ''
}
