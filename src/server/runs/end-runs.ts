import { and, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Failure } from '#domain/failures/failure.ts'
import { assertMove, type RunStatus } from '#domain/runs/run-status.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'

/* Ends of runs that do not come from the run's own attempt. */

export type RunsToStop = { taskId: number } | { taskIds: readonly number[] } | { typeId: number } | { everything: true }

export interface StoppedRun {
  runId: number
  taskId: number
  status: 'Stopping' | 'Stopped'
  /** The node that works on the run. */
  leaseOwner: string | null
}

/**
 * Stops waiting runs immediately and asks Running ones to stop. A single statement decides by the status that it finds under
 * the row lock, so a run cannot start unnoticed meanwhile.
 */
export async function stopRuns(orm: Orm, { which, now }: { which: RunsToStop; now: Date }): Promise<StoppedRun[]> {
  const isRunning = sql`${runs.status} = 'Running'`
  return await orm
    .update(runs)
    .set({
      status: sql`case when ${isRunning} then 'Stopping' else 'Stopped' end`,
      endedAt: sql`case when ${isRunning} then null else ${now.toISOString()}::timestamptz end`,
      stopRequestedAt: now,
      nextAttemptAt: null,
    })
    .where(and(isInList(runs.status, ['Queued', 'Running', 'Failed']), matches(orm, which)))
    .returning({
      runId: runs.id,
      taskId: runs.taskId,
      status: sql<StoppedRun['status']>`${runs.status}`,
      leaseOwner: runs.leaseOwner,
    })
}

/** Whether a node still leases any of these runs. */
export async function anyLeasedRun(orm: Orm, { runIds, now }: { runIds: readonly number[]; now: Date }) {
  const isLeased = and(isNull(runs.endedAt), gt(runs.leaseUntil, now))
  const leased = await orm
    .select({ id: runs.id })
    .from(runs)
    .where(and(isInList(runs.id, runIds), isLeased))
    .limit(1)
  return leased.length > 0
}

function matches(orm: Orm, which: RunsToStop) {
  if ('taskId' in which) return eq(runs.taskId, which.taskId)
  if ('taskIds' in which) return isInList(runs.taskId, which.taskIds)
  if ('everything' in which) return undefined
  return inArray(runs.taskId, orm.select({ id: tasks.id }).from(tasks).where(eq(tasks.taskTypeId, which.typeId)))
}

interface RunToEnd {
  runId: number
  from: RunStatus
  to: RunStatus
  failure?: Failure | undefined
  now: Date
}

/** Ends a run that no node works on. Returns false if its status has changed since it was read. */
export async function endRun(tx: Orm, { runId, from, to, failure, now }: RunToEnd): Promise<boolean> {
  assertMove({ from, to })
  const ended = await tx
    .update(runs)
    .set({
      status: to,
      endedAt: now,
      waitingUntil: null,
      recheckAt: null,
      leaseUntil: null,
      ...(failure && { failure }),
    })
    .where(and(eq(runs.id, runId), eq(runs.status, from)))
    .returning({ id: runs.id })
  return ended.length > 0
}

/** Ends Running and Stopping runs without a live node. Returns the IDs of their tasks, which are now Pending. */
export async function resetLostRuns(tx: Orm, now: Date): Promise<number[]> {
  await lockTaskRows(tx)
  const hasNoLease = or(isNull(runs.leaseUntil), lte(runs.leaseUntil, now))
  const isLost = and(isInList(runs.status, ['Running', 'Stopping']), isNull(runs.endedAt), hasNoLease)
  const lostTaskIds = tx.select({ taskId: runs.taskId }).from(runs).where(isLost)
  await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(inArray(tasks.id, lostTaskIds))
    .orderBy(tasks.id)
    .for('no key update')
  const reset = await tx
    .update(runs)
    .set({ status: 'Stopped', endedAt: now, leaseOwner: null, leaseUntil: null, waitingUntil: null, recheckAt: null })
    .where(isLost)
    .returning({ id: runs.id, taskId: runs.taskId })
  if (reset.length === 0) return []
  const runIds = reset.map((run) => run.id)
  await tx.update(tasks).set({ currentRunId: null }).where(isInList(tasks.currentRunId, runIds))
  return reset.map((run) => run.taskId)
}
