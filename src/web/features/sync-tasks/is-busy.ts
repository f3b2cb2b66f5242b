import type { TaskProgress } from '#contract/task.ts'

type Progress = Pick<TaskProgress, 'running_status' | 'task_status'>

/** A run of the task is under way: it may not be edited, moved, deleted or started again. */
export function isBusy(task: Progress): boolean {
  return task.running_status
}

/** There is a run that a stop would end. */
export function isStoppable({ task_status }: Progress): boolean {
  return task_status === 'Running' || task_status === 'Queued' || task_status === 'Failed'
}

/** The task's state will change by itself, so it is worth asking for again. */
export function isWorthPolling(task: Progress): boolean {
  return task.running_status || isStoppable(task)
}
