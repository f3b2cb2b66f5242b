import type { TaskStatus } from '#contract/task.ts'

const SHOWN_COUNTS = 3
const MOST_WITHOUT_DOTS = 5
const FIRST_STATUSES = ['error', 'failed', 'running', 'success', 'pending']

interface StatusCount {
  status: TaskStatus
  count: number
}

interface StatusSummary {
  /** Those that want attention first, at most three. */
  shown: StatusCount[]
  hasManyMore: boolean
}

/** How many tasks stand in each status, in the order of their urgency; an unknown status counts as Pending. */
export function countStatuses(tasks: readonly { task_status: TaskStatus }[]): StatusCount[] {
  const counts = new Map<TaskStatus, number>()
  for (const { task_status } of tasks) {
    const status = task_status || 'Pending'
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  return [...counts].map(([status, count]) => ({ status, count })).sort((a, b) => compareStatuses(a.status, b.status))
}

/** The counts that the head of the list has room for. */
export function summarizeStatuses(tasks: readonly { task_status: TaskStatus }[]): StatusSummary {
  const counts = countStatuses(tasks)
  return { shown: counts.slice(0, SHOWN_COUNTS), hasManyMore: counts.length > MOST_WITHOUT_DOTS }
}

function compareStatuses(a: string, b: string): number {
  return rankOf(a) - rankOf(b) || a.localeCompare(b)
}

function rankOf(status: string): number {
  const rank = FIRST_STATUSES.indexOf(status.toLowerCase())
  return rank === -1 ? FIRST_STATUSES.length : rank
}
