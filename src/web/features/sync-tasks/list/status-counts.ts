import type { TaskStatus } from '#contract/task-progress.ts'
import { countStatuses } from '../../../data/task-status.ts'

const SHOWN_COUNTS = 3
const MAX_WITHOUT_ELLIPSIS = 5

/** The counts shown above the list, and whether an ellipsis follows them. */
export function summarizeStatuses(tasks: readonly { task_status: TaskStatus }[]) {
  const counts = countStatuses(tasks)
  return { shown: counts.slice(0, SHOWN_COUNTS), hasManyMore: counts.length > MAX_WITHOUT_ELLIPSIS }
}
