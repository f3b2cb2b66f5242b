import type { TaskProgress, TaskStatus, WarningReason } from '#contract/task-progress.ts'

/** A state that many people look for, as a filter. */
export interface Chip {
  label: string
  status: TaskStatus
  warning: WarningReason | undefined
  count: number
}

export type WarningCounts = Readonly<Record<WarningReason, number>>

const BY_STATUS = [
  { label: 'Errors', status: 'Error' },
  { label: 'Failed', status: 'Failed' },
] as const
const BY_REASON = [
  { label: 'Held', warning: 'held' },
  { label: 'Not run', warning: 'not_run' },
  { label: 'Warnings', warning: 'other' },
] as const
const IN_PROGRESS = [
  { label: 'In Progress', status: 'Running' },
  { label: 'Queued', status: 'Queued' },
] as const

/** Whether there is anything to show above the list. */
export function hasChips(progress: readonly Pick<TaskProgress, 'task_status'>[]): boolean {
  const shown = new Set<TaskStatus>([...BY_STATUS, ...IN_PROGRESS].map(({ status }) => status)).add('Warning')
  return progress.some(({ task_status }) => shown.has(task_status))
}

/** The states that any task is in, the most urgent first. The reasons are only known of the tasks in Warning. */
export function chipsOf(progress: readonly Pick<TaskProgress, 'task_status'>[], warnings: WarningCounts): Chip[] {
  const inStatus = ({ label, status }: { label: string; status: TaskStatus }): Chip => {
    const count = progress.filter(({ task_status }) => task_status === status).length
    return { label, status, warning: undefined, count }
  }
  const forReason = ({ label, warning }: (typeof BY_REASON)[number]): Chip => {
    return { label, status: 'Warning', warning, count: warnings[warning] }
  }
  return [...BY_STATUS.map(inStatus), ...BY_REASON.map(forReason), ...IN_PROGRESS.map(inStatus)].filter(
    ({ count }) => count > 0,
  )
}
