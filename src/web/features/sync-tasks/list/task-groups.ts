import type { Task } from '#contract/task.ts'
import { isRunningOrQueued } from '../is-busy.ts'

/** The tasks of one type, in their order. */
export interface TaskGroup {
  typeId: number
  typeName: string
  tasks: Task[]
}

/** Groups tasks by type, in the order in which the types first appear. */
export function groupByType(tasks: readonly Task[]): TaskGroup[] {
  const groups = new Map<number, TaskGroup>()
  for (const task of tasks) {
    const group = groups.get(task.sync_task_type_id)
    if (group) group.tasks.push(task)
    else
      groups.set(task.sync_task_type_id, {
        typeId: task.sync_task_type_id,
        typeName: task.task_type.name,
        tasks: [task],
      })
  }
  return [...groups.values()]
}

/** Some task of the group could be started. */
export function canRunGroup(tasks: readonly Task[]): boolean {
  return tasks.some((task) => task.is_active && !isRunningOrQueued(task))
}

/** Some task of the group has a run to be stopped. */
export function canStopGroup(tasks: readonly Task[]): boolean {
  return tasks.some(isRunningOrQueued)
}

/** A group's id as the server takes it, undefined when the group cannot be told. */
export function typeIdForAction(typeId: number): number | undefined {
  return Number.isInteger(typeId) && typeId > 0 ? typeId : undefined
}
