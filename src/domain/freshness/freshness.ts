import type { FreshnessCause, FreshnessState } from '#contract/freshness.ts'
import type { TaskStatus } from '#contract/task-progress.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Deadline } from './deadlines.ts'

/** Time before the deadline to report a target that no copy will reach in time, before its readers notice. */
const WARN_BEFORE_MS = 15 * MINUTE_MS

export function freshnessState({ dueFrom, dueAt }: Deadline, now: Date): FreshnessState {
  if (now >= dueAt) return 'late'
  return now >= dueFrom ? 'due' : 'fresh'
}

/** State of a task's copies. */
export interface CopyState {
  readonly verifiedAt: Date | null
  readonly status: TaskStatus
  /** When the last run started; null if it has not started. */
  readonly startedAt: Date | null
  readonly isWaitingForQuota: boolean
  readonly hasUnfinishedPrerequisites: boolean
  readonly isHeld: boolean
  /** When the next run is planned. */
  readonly nextRunAt: Date | undefined
}

/** Why a target is not fresh; null while it is fresh or may become fresh in time. */
export function freshnessCause(
  copies: CopyState,
  { state, dueAt }: { state: FreshnessState; dueAt: Date },
): FreshnessCause | null {
  if (state === 'fresh') return null
  const { nextRunAt } = copies
  const mayBecomeFresh = state === 'due' && nextRunAt !== undefined && nextRunAt < dueAt
  switch (copies.status) {
    case 'Queued':
      return copies.hasUnfinishedPrerequisites ? 'prerequisite' : unlessDue(state)
    case 'Running':
    case 'Stopping':
      return copies.isWaitingForQuota ? 'waiting_for_quota' : unlessDue(state)
    case 'Failed':
      return 'failing'
    default:
      if (copies.isHeld) return 'held'
      return mayBecomeFresh ? null : causeAfterEnd(copies)
  }
}

/** A due target has no cause yet: its run in progress may still end in time. */
function unlessDue(state: FreshnessState): FreshnessCause | null {
  return state === 'due' ? null : 'in_progress'
}

function causeAfterEnd({ status, startedAt, verifiedAt }: CopyState): FreshnessCause {
  if (status === 'Stopped') return 'stopped'
  if (status === 'Error') return 'failing'
  if (status !== 'Warning') return 'no_schedule'
  if (startedAt === null) return 'prerequisite'
  return verifiedAt !== null && verifiedAt >= startedAt ? 'no_schedule' : 'failing'
}

const waits: ReadonlySet<TaskStatus> = new Set<TaskStatus>(['Queued', 'Running', 'Stopping', 'Failed'])

/** Whether a target is worth an alert: it is late, or about to be late without a copy in time. */
export function isToReport(
  { state, dueAt, cause }: { state: FreshnessState; dueAt: Date; cause: FreshnessCause | null },
  { status, now }: { status: TaskStatus; now: Date },
): boolean {
  if (state === 'late') return true
  return cause !== null && !waits.has(status) && dueAt.getTime() - now.getTime() <= WARN_BEFORE_MS
}
