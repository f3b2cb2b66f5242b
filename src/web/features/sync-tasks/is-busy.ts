import type { TaskProgress } from '#contract/task.ts'

type Progress = Pick<TaskProgress, 'running_status' | 'task_status'>

/** A run of the task, or of the whole list, is under way: it may not be edited, moved, deleted or started again. */
export function isBusy(task: Pick<TaskProgress, 'running_status'>, isListRunning: boolean): boolean {
  return task.running_status || isListRunning
}

/** There is a run that a stop would end. */
export function isStoppable(task: Pick<TaskProgress, 'task_status'>): boolean {
  return isRunningOrQueued(task) || task.task_status === 'Failed'
}

export function isRunningOrQueued({ task_status }: Pick<TaskProgress, 'task_status'>): boolean {
  return task_status === 'Running' || task_status === 'Queued'
}

/** The task's state will change by itself, so it is worth asking for again. */
export function isWorthPolling(task: Progress): boolean {
  return task.running_status || isStoppable(task)
}
