import type { Task } from '#contract/task.ts'
import { taskName, withTypeName } from '#domain/tasks/task-name.ts'

/** Names a task on its card or row to screen readers: with its type if another task of the list has the same name. */
export type TaskLabels = (task: Task) => string

export function createLabels(tasks: readonly Task[]): TaskLabels {
  const named = Map.groupBy(tasks, taskName)
  return (task) => {
    const name = taskName(task)
    return (named.get(name)?.length ?? 0) > 1 ? withTypeName(name, task.task_type.name) : name
  }
}

interface Shown {
  label: string
  isSelected: boolean
  /** Whether the task was just added. */
  isMarked: boolean
}

/** The attributes of a task's element, as a card or as a row. */
export function buildArticle(task: Task, { label, isSelected, isMarked }: Shown) {
  return {
    'aria-label': label,
    'data-task-id': task.id,
    'data-status': task.task_status,
    'data-inactive': !task.is_active || undefined,
    'data-selected': isSelected || undefined,
    'data-marked': isMarked || undefined,
  }
}
