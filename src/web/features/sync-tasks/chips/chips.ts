import type { FreshnessState } from '#contract/freshness.ts'
import type { Task } from '#contract/task.ts'
import type { TaskProgress, TaskStatus, WarningReason } from '#contract/task-progress.ts'

/** A state that many people look for, as a filter. */
export interface Chip {
  label: string
  /** Undefined for any. */
  status: TaskStatus | undefined
  warning: WarningReason | undefined
  freshness: FreshnessState | undefined
  count: number
}

/** How many targets are not fresh. */
export type FreshnessCounts = Readonly<Record<'late' | 'due', number>>

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
const BY_FRESHNESS = [
  { label: 'Late', freshness: 'late' },
  { label: 'Due', freshness: 'due' },
] as const
const IN_PROGRESS = [
  { label: 'In Progress', status: 'Running' },
  { label: 'Queued', status: 'Queued' },
] as const

/** Whether there is anything to show above the list; `shown` are the tasks on the page. */
export function hasChips(
  progress: readonly Pick<TaskProgress, 'task_status'>[],
  shown: readonly Pick<Task, 'freshness'>[],
): boolean {
  const inState = new Set<TaskStatus>([...BY_STATUS, ...IN_PROGRESS].map(({ status }) => status)).add('Warning')
  return (
    progress.some(({ task_status }) => inState.has(task_status)) ||
    shown.some(({ freshness }) => freshness && freshness.state !== 'fresh')
  )
}

const ANY = { warning: undefined, freshness: undefined }

/** The states that any task is in, the most urgent first. The reasons are only known of the tasks in Warning. */
export function chipsOf(
  progress: readonly Pick<TaskProgress, 'task_status'>[],
  { warnings, targets }: { warnings: WarningCounts; targets: FreshnessCounts },
): Chip[] {
  const inStatus = ({ label, status }: { label: string; status: TaskStatus }): Chip => {
    const count = progress.filter(({ task_status }) => task_status === status).length
    return { label, status, ...ANY, count }
  }
  const forReason = ({ label, warning }: (typeof BY_REASON)[number]): Chip => {
    return { ...ANY, label, status: 'Warning', warning, count: warnings[warning] }
  }
  const ofFreshness = ({ label, freshness }: (typeof BY_FRESHNESS)[number]): Chip => {
    return { ...ANY, label, status: undefined, freshness, count: targets[freshness] }
  }
  return [
    ...BY_STATUS.map(inStatus),
    ...BY_REASON.map(forReason),
    ...BY_FRESHNESS.map(ofFreshness),
    ...IN_PROGRESS.map(inStatus),
  ].filter(({ count }) => count > 0)
}
