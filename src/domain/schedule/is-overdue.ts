import type { Task } from '#contract/task.ts'

type Dates = Pick<Task, 'is_active' | 'running_status' | 'last_successful_run' | 'last_due_at'>

/**
 * Whether a task has not succeeded since its last scheduled time. A task without any success is not overdue: its status already
 * shows it as new or failing.
 */
export function isOverdue({ is_active, running_status, last_successful_run, last_due_at }: Dates): boolean {
  if (!is_active || running_status || last_due_at === null || last_successful_run === null) return false
  return Date.parse(last_successful_run) < Date.parse(last_due_at)
}
