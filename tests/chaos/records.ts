import type { RunStatus } from '#domain/runs/run-status.ts'
import type { AlertLog } from './alert-log.ts'
import type { Exit } from './chaos-node.ts'
import type { CallRecord } from './node-client.ts'
import type { ProviderLog, ProviderRequest } from './provider-gateway.ts'
import type { LimitChange, RunChange } from './run-log.ts'
import type { ChaosTask, World } from './world.ts'

/** All records of the chaos. All times are in milliseconds, of one clock. */
export interface Records {
  readonly world: Pick<World, 'types' | 'tasks' | 'alarm' | 'sourceVersions'>
  readonly provider: ProviderLog
  readonly runLog: readonly RunChange[]
  readonly attempts: readonly Attempt[]
  readonly limitLog: readonly LimitChange[]
  readonly calls: readonly CallRecord[]
  readonly exits: readonly Exit[]
  readonly alerts: AlertLog
  /** How long the machine may have kept a node from sending a request it had started. */
  readonly toleranceMs: number
}

/** The time in which a node held the lease of a run. */
export interface Attempt {
  readonly runId: number
  readonly taskId: number
  readonly typeId: number
  readonly waveId: string
  readonly number: number
  readonly pid: number
  readonly claimedAt: number
  /** When the lease was taken or renewed, and until when; and until when the run has then given its place to others. */
  readonly leases: { readonly at: number; readonly until: number; readonly recheckAt: number | undefined }[]
  /** Undefined while it lasts. */
  endedAt: number | undefined
  /** The status the attempt's end gave the run. */
  endStatus: RunStatus | 'lost' | 'handed back' | undefined
}

/** The result of one check. A check that saw nothing proves nothing, so `seen` must not be 0. */
export interface Check {
  readonly promise: string
  readonly seen: number
  readonly problems: readonly string[]
}

/** Time by which a node's idea of the database's time may be off. */
export const CLOCK_ERROR_MS = 1000

/** Minimum tolerated delay: so long may an idle machine keep a node from sending a request it has started. */
export const MIN_TOLERANCE_MS = 200

export function attemptsIn(runLog: readonly RunChange[]): Attempt[] {
  const attempts: Attempt[] = []
  const current = new Map<number, Attempt>()
  for (const change of runLog) {
    const open = current.get(change.runId)
    const isActive = change.status === 'Running' || change.status === 'Stopping'
    const isSame = open?.pid === change.pid && open?.number === change.attempt
    if (open && isActive && isSame) {
      const { at, leaseUntil: until, recheckAt } = change
      if (until !== undefined) open.leases.push({ at, until, recheckAt })
      continue
    }
    if (open) {
      open.endedAt = change.at
      open.endStatus = !isActive ? change.status : change.pid === undefined ? 'handed back' : 'lost'
      current.delete(change.runId)
    }
    if (!isActive || change.pid === undefined || change.leaseUntil === undefined) continue
    const { at, attempt: number, pid, leaseUntil, recheckAt, status: _status, ...run } = change
    const started: Attempt = {
      ...run,
      number,
      pid,
      claimedAt: at,
      leases: [{ at, until: leaseUntil, recheckAt }],
      endedAt: undefined,
      endStatus: undefined,
    }
    attempts.push(started)
    current.set(change.runId, started)
  }
  return attempts
}

/** Until when the attempt's lease was valid as of `at`. */
export function leaseUntil({ leases }: Attempt, at: number): number {
  return leases.findLast((lease) => lease.at <= at)?.until ?? 0
}

/** Whether the node of the attempt has a lease that no node can take for expired. */
export function isLeasedAt(attempt: Attempt, at: number): boolean {
  const { claimedAt, endedAt = Number.POSITIVE_INFINITY } = attempt
  return claimedAt < at && endedAt > at && leaseUntil(attempt, at) > at + CLOCK_ERROR_MS
}

/** Whether an attempt takes a place in its type: it gives it up while it waits for writes that may still arrive. */
export function isCopyingAt(attempt: Attempt, at: number): boolean {
  const { recheckAt = 0 } = attempt.leases.findLast((lease) => lease.at <= at) ?? {}
  return isLeasedAt(attempt, at) && recheckAt <= at - CLOCK_ERROR_MS
}

/** When an attempt took a place in its type: at its start, and again after each wait. */
export function listStarts({ claimedAt, leases }: Attempt): number[] {
  const again = leases.filter(
    (lease, index) => lease.recheckAt === undefined && leases[index - 1]?.recheckAt !== undefined,
  )
  return [claimedAt, ...again.map(({ at }) => at)]
}

/** Whether a request may have come from a run of the task. */
export function mayBelongTo({ taskId, spreadsheetId }: ProviderRequest, task: ChaosTask): boolean {
  return taskId === undefined ? [task.sourceId, task.targetId].includes(spreadsheetId) : taskId === task.id
}

export function formatTime(at: number): string {
  return new Date(at).toISOString().slice('2026-01-01T'.length, -1)
}
