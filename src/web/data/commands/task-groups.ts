import type { Task } from '#contract/task.ts'
import type { TaskProgress } from '#contract/task-progress.ts'
import { pluralize } from '#domain/pluralize.ts'
import { isRunningOrQueued } from '../task-status.ts'

/** The tasks of a type. */
export interface TaskGroup {
  typeId: number
  typeName: string
  /** The tasks that match the filter, in order. */
  shown: Task[]
  /** The status of all tasks of the type, including filtered tasks and other pages: group actions affect all of them. */
  states: readonly TaskProgress[]
  /** The number of tasks, on all pages. */
  total: number
}

/** Groups the shown tasks by type, in order of first appearance. `states` holds the status of all tasks, on all pages. */
export function groupByType(shown: readonly Task[], states: readonly TaskProgress[]): TaskGroup[] {
  const statesByType = Map.groupBy(states, findTypeId)
  return [...Map.groupBy(shown, findTypeId)].flatMap(([typeId, tasks]) => {
    const [first] = tasks
    if (!first) return []
    const all = statesByType.get(typeId) ?? tasks
    const total = Math.max(all.length, first.position_actions.total_tasks_of_type)
    return [{ typeId, typeName: first.task_type.name || 'No type', shown: tasks, states: all, total }]
  })
}

/** Formats the number of tasks in a group, as `shown of total` if some tasks are not shown. */
export function groupCount({ shown, total }: Pick<TaskGroup, 'shown' | 'total'>): string {
  const all = pluralize(total, 'task')
  return shown.length === total ? all : `${shown.length} of ${all}`
}

/** Whether any task of the group can be started. */
export function canRunGroup(tasks: readonly TaskProgress[]): boolean {
  return tasks.some((task) => task.is_active && !isRunningOrQueued(task))
}

/** Whether Run Group also runs tasks not on the screen. It runs the active tasks without a run in progress. */
export function runsHidden({ shown, states }: TaskGroup): boolean {
  return countRuns(states) > countRuns(shown)
}

/** Counts the tasks that Run Group would run. */
export function countRuns(tasks: readonly TaskProgress[]): number {
  return tasks.filter(({ is_active, running_status }) => is_active && !running_status).length
}

/** Whether any task of the group has a run to stop. */
export function canStopGroup(tasks: readonly TaskProgress[]): boolean {
  return tasks.some(isRunningOrQueued)
}

function findTypeId(task: TaskProgress): number {
  return task.sync_task_type_id
}
