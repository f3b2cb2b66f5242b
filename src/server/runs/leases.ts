import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { RunState } from '#domain/admission/situation.ts'
import { assertMove, type RunStatus } from '#domain/runs/run-state.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { runs, tasks, taskTypes } from '#server/storage/schema.ts'

export type RunRow = typeof runs.$inferSelect
type RunChange = Partial<Omit<RunRow, 'id' | 'taskId' | 'status'>>

/** One attempt at a run by one node: what a worker must still hold to change the run. */
export interface Attempt {
  readonly runId: number
  readonly taskId: number
  readonly nodeId: string
  /** Counts from 1. */
  readonly number: number
}

/** Gives a run to a node; undefined when the run has moved on since it was looked at. */
export async function takeRun(
  tx: Orm,
  { run, nodeId, now, leaseUntil }: { run: RunState; nodeId: string; now: Date; leaseUntil: Date },
): Promise<Attempt | undefined> {
  assertMove({ from: run.status, to: 'Running' })
  const [taken] = await tx
    .update(runs)
    .set({
      status: 'Running',
      attempt: run.attempt + 1,
      startedAt: sql`coalesce(${runs.startedAt}, ${now.toISOString()}::timestamptz)`,
      attemptStartedAt: now,
      nextAttemptAt: null,
      waitingUntil: null,
      rowsDone: null,
      rowsTotal: null,
      leaseOwner: nodeId,
      leaseUntil,
    })
    .where(and(eq(runs.id, run.id), eq(runs.status, run.status), eq(runs.attempt, run.attempt)))
    .returning({ id: runs.id })
  if (!taken) return undefined
  await tx.update(taskTypes).set({ lastStartAt: now }).where(eq(taskTypes.id, run.typeId))
  return { runId: run.id, taskId: run.taskId, nodeId, number: run.attempt + 1 }
}

/** Moves a run that no node works on; false when it has moved on since it was looked at. */
export async function moveRun(
  orm: Orm,
  { runId, from, to, change }: { runId: number; from: RunStatus; to: RunStatus; change: RunChange },
): Promise<boolean> {
  assertMove({ from, to })
  const moved = await orm
    .update(runs)
    .set({ ...change, status: to })
    .where(and(eq(runs.id, runId), eq(runs.status, from)))
    .returning({ id: runs.id })
  return moved.length > 0
}

/**
 * The status of a run that the attempt still holds, locked with its task until the transaction ends; undefined once it was
 * lost. The task comes first: a task that is moved takes its run along in that order.
 */
export async function lockHeldRun(tx: Orm, attempt: Attempt): Promise<'Running' | 'Stopping' | undefined> {
  await tx.select({ id: tasks.id }).from(tasks).where(eq(tasks.id, attempt.taskId)).for('no key update')
  const [row] = await tx.select({ status: runs.status }).from(runs).where(isHeldBy(attempt)).for('update')
  return row?.status === 'Running' || row?.status === 'Stopping' ? row.status : undefined
}

/** Prolongs the lease and answers the run's status; undefined once it was lost. */
export async function renewLease(orm: Orm, { attempt, until }: { attempt: Attempt; until: Date }) {
  const [row] = await orm
    .update(runs)
    .set({ leaseUntil: until })
    .where(isHeldBy(attempt))
    .returning({ status: runs.status })
  return row?.status
}

/** Ends the lease so that any node may take the run up at once; the attempt does not count. */
export async function handBack(tx: Orm, { attempt, now }: { attempt: Attempt; now: Date }): Promise<void> {
  await tx
    .update(runs)
    .set({ leaseOwner: null, leaseUntil: now, attempt: attempt.number - 1, waitingUntil: null })
    .where(and(isHeldBy(attempt), eq(runs.status, 'Running')))
}

/** Writes how far an attempt is; nothing once it was lost. */
export async function writeProgress(
  orm: Orm,
  { attempt, change }: { attempt: Attempt; change: RunChange },
): Promise<void> {
  await orm.update(runs).set(change).where(isHeldBy(attempt))
}

/** On a database of one process no other node can hold a lease: whatever is left over is from before its start. */
export async function endLeasesOfOthers(orm: Orm, { nodeId, now }: { nodeId: string; now: Date }): Promise<void> {
  await orm
    .update(runs)
    .set({ leaseUntil: now })
    .where(and(isNull(runs.endedAt), sql`${runs.leaseOwner} is distinct from ${nodeId}`))
}

/**
 * Ends the runs that claim to be worked on while no live node does so, and puts their tasks back to Pending.
 * Answers the tasks' ids.
 */
export async function resetLostRuns(tx: Orm, now: Date): Promise<number[]> {
  await lockTaskRows(tx)
  const isWithoutNode = or(isNull(runs.leaseUntil), lte(runs.leaseUntil, now))
  const isLost = and(inArray(runs.status, ['Running', 'Stopping']), isNull(runs.endedAt), isWithoutNode)
  const lostOnes = tx.select({ taskId: runs.taskId }).from(runs).where(isLost)
  await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(inArray(tasks.id, lostOnes))
    .orderBy(tasks.id)
    .for('no key update')
  const reset = await tx
    .update(runs)
    .set({ status: 'Stopped', endedAt: now, leaseOwner: null, leaseUntil: null, waitingUntil: null })
    .where(isLost)
    .returning({ id: runs.id, taskId: runs.taskId })
  if (reset.length === 0) return []
  const runIds = reset.map((run) => run.id)
  await tx.update(tasks).set({ currentRunId: null }).where(inArray(tasks.currentRunId, runIds))
  return reset.map((run) => run.taskId)
}

function isHeldBy({ runId, nodeId, number }: Attempt) {
  return and(eq(runs.id, runId), eq(runs.leaseOwner, nodeId), eq(runs.attempt, number), isNull(runs.endedAt))
}
