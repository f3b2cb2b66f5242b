import type { Task, TaskProgress } from '#contract/task.ts'
import { isRunningOrQueued } from '../../../data/task-status.ts'

/** The tasks of one type. */
export interface TaskGroup {
  typeId: number
  typeName: string
  /** Those that a filter lets through, in their order. */
  shown: Task[]
  /** The state of each, of those that a filter hides or another page holds too: what is done with a group is done with all. */
  states: readonly TaskProgress[]
  /** How many there are, on whatever page. */
  total: number
}

/**
 * Groups the shown tasks by type, in the order in which the types first appear among them. `states` are those of every
 * task, on whatever page.
 */
export function groupByType(shown: readonly Task[], states: readonly TaskProgress[]): TaskGroup[] {
  const statesByType = Map.groupBy(states, typeIdOf)
  return [...Map.groupBy(shown, typeIdOf)].flatMap(([typeId, tasks]) => {
    const [first] = tasks
    if (!first) return []
    const all = statesByType.get(typeId) ?? tasks
    const total = Math.max(all.length, first.position_actions.total_tasks_of_type)
    return [{ typeId, typeName: first.task_type.name, shown: tasks, states: all, total }]
  })
}

/** How many tasks a group has, and how many of them are shown when those are not all. */
export function groupCount({ shown, total }: Pick<TaskGroup, 'shown' | 'total'>): string {
  const all = total === 1 ? '1 task' : `${total} tasks`
  return shown.length === total ? all : `${shown.length} of ${all}`
}

/** Some task of the group could be started. */
export function canRunGroup(tasks: readonly TaskProgress[]): boolean {
  return tasks.some((task) => task.is_active && !isRunningOrQueued(task))
}

/** Some task of the group has a run to be stopped. */
export function canStopGroup(tasks: readonly TaskProgress[]): boolean {
  return tasks.some(isRunningOrQueued)
}

/** A group's id as the server takes it, undefined when the group cannot be told. */
export function typeIdForAction(typeId: number): number | undefined {
  return Number.isInteger(typeId) && typeId > 0 ? typeId : undefined
}

function typeIdOf(task: TaskProgress): number {
  return task.sync_task_type_id
}
