import type { TaskProgress } from '#contract/task-progress.ts'

/** The number of tasks Stop All would stop, by status. */
export function countStoppable(tasks: readonly Pick<TaskProgress, 'task_status'>[]) {
  const inStatus = (status: string) => tasks.filter(({ task_status }) => task_status === status).length
  const counts = { running: inStatus('Running'), queued: inStatus('Queued'), failed: inStatus('Failed') }
  return { ...counts, total: counts.running + counts.queued + counts.failed }
}
