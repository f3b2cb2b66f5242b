import type { TaskStatus } from '#contract/task.ts'
import { countStatuses } from '../../../data/task-status.ts'

const SHOWN_COUNTS = 3
const MAX_WITHOUT_DOTS = 5

/** The counts that the head of the list has room for, and whether there are many more. */
export function summarizeStatuses(tasks: readonly { task_status: TaskStatus }[]) {
  const counts = countStatuses(tasks)
  return { shown: counts.slice(0, SHOWN_COUNTS), hasManyMore: counts.length > MAX_WITHOUT_DOTS }
}
