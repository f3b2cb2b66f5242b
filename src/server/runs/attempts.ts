import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Cure } from '#contract/cure.ts'
import type { RunState } from '#domain/admission/situation.ts'
import type { AttemptRecord } from '#domain/runs/attempt-record.ts'
import { assertMove, type RunStatus } from '#domain/runs/run-status.ts'
import type { Orm } from '#server/storage/database.ts'
import { runs, tasks, taskTypes } from '#server/storage/schema.ts'
import { afterAttempt, afterLostAttempt, newRecord } from './attempt-records.ts'

type RunRow = typeof runs.$inferSelect

/** One attempt at a run. Its node may change the run only while it holds the lease of this very attempt. */
export interface Attempt {
  readonly runId: number
  readonly taskId: number
  readonly nodeId: string
  /** Counts from 1. */
  readonly number: number
  readonly startedAt: Date
  /** When its first lease ends. */
  readonly leaseUntil: Date
}

/** Leases a run to a node; undefined when the run has changed since it was read. */
export async function claimRun(
  tx: Orm,
  { run, nodeId, now, leaseUntil }: { run: RunState; nodeId: string; now: Date; leaseUntil: Date },
): Promise<Attempt | undefined> {
  assertMove({ from: run.status, to: 'Running' })
  const [claimed] = await tx
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
      ...afterLostAttempt(),
      attemptRecord: newRecord({ number: run.attempt + 1, startedAt: now }),
      leaseOwner: nodeId,
      leaseUntil,
    })
    .where(and(eq(runs.id, run.id), eq(runs.status, run.status), eq(runs.attempt, run.attempt)))
    .returning({ id: runs.id })
  if (!claimed) return undefined
  await tx.update(taskTypes).set({ lastStartAt: now }).where(eq(taskTypes.id, run.typeId))
  return { runId: run.id, taskId: run.taskId, nodeId, number: run.attempt + 1, startedAt: now, leaseUntil }
}

interface Renewal {
  attempt: Attempt
  now: Date
  until: Date
  /** Set while the attempt writes to the target. */
  writesLandBy: Date | null
}

/** Extends the lease and returns the run's status; undefined when the lease is lost or has run out. */
export async function renewLease(
  orm: Orm,
  { attempt, now, until, writesLandBy }: Renewal,
): Promise<RunStatus | undefined> {
  const [row] = await orm
    .update(runs)
    .set({ leaseUntil: until, ...(writesLandBy && { writesLandBy }) })
    .where(and(holdsLease(attempt), gt(runs.leaseUntil, now)))
    .returning({ status: runs.status })
  return row?.status
}

export type RunProgress = Partial<
  Pick<RunRow, 'rowsDone' | 'rowsTotal' | 'phaseStartedAt' | 'waitingUntil' | 'writesLandBy' | 'attemptRecord'>
>

/** Does nothing when the lease is lost. */
export async function saveProgress(
  orm: Orm,
  { attempt, progress }: { attempt: Attempt; progress: RunProgress },
): Promise<void> {
  await orm.update(runs).set(progress).where(holdsLease(attempt))
}

/**
 * Locks the task and its run until the transaction ends, and returns the run's status; undefined when the lease is lost.
 * The task is locked first, as in every transaction that locks both.
 */
export async function lockAttempt(tx: Orm, attempt: Attempt): Promise<'Running' | 'Stopping' | undefined> {
  await tx.select({ id: tasks.id }).from(tasks).where(eq(tasks.id, attempt.taskId)).for('no key update')
  const [row] = await tx.select({ status: runs.status }).from(runs).where(holdsLease(attempt)).for('update')
  return row?.status === 'Running' || row?.status === 'Stopping' ? row.status : undefined
}

export interface AttemptResult {
  readonly status: RunStatus
  /** Set when the run has ended with the attempt. */
  readonly endedAt?: Date
  /** Set when another attempt follows. */
  readonly nextAttemptAt?: Date
  readonly writesLandBy: Date | null
  readonly errorCount: number
  /** What a person can do about a failure. */
  readonly cure?: Cure | undefined
  readonly record: AttemptRecord
  readonly copied?: Pick<RunRow, 'cellsChanged' | 'isHeld' | 'rowsDone' | 'rowsTotal'> | undefined
}

/** Ends an attempt that `lockAttempt` has locked. Usage and errors add up over the attempts of a run. */
export async function finishAttempt(
  tx: Orm,
  { attempt, from, result }: { attempt: Attempt; from: 'Running' | 'Stopping'; result: AttemptResult },
): Promise<void> {
  const { errorCount, record, copied, cure = null, ...change } = result
  assertMove({ from, to: result.status })
  await tx
    .update(runs)
    .set({
      ...change,
      ...copied,
      cure,
      ...afterAttempt(record),
      errorCount: sql`${runs.errorCount} + ${errorCount}`,
      leaseOwner: null,
      leaseUntil: null,
      waitingUntil: null,
    })
    .where(eq(runs.id, attempt.runId))
}

interface HandedBack {
  attempt: Attempt
  writesLandBy: Date | null
  record: AttemptRecord
  now: Date
}

/** Ends the lease so that any node can resume the run at once; the attempt does not count. */
export async function handBackRun(tx: Orm, { attempt, writesLandBy, record, now }: HandedBack): Promise<void> {
  await tx
    .update(runs)
    .set({
      leaseOwner: null,
      leaseUntil: now,
      attempt: attempt.number - 1,
      waitingUntil: null,
      writesLandBy,
      ...afterAttempt(record),
    })
    .where(and(holdsLease(attempt), eq(runs.status, 'Running')))
}

/** For a database with one process: any lease of another node is left over from before this process started. */
export async function expireLeasesOfOthers(orm: Orm, { nodeId, now }: { nodeId: string; now: Date }): Promise<void> {
  await orm
    .update(runs)
    .set({ leaseUntil: now })
    .where(and(isNull(runs.endedAt), sql`${runs.leaseOwner} is distinct from ${nodeId}`))
}

function holdsLease({ runId, nodeId, number }: Attempt) {
  return and(eq(runs.id, runId), eq(runs.leaseOwner, nodeId), eq(runs.attempt, number), isNull(runs.endedAt))
}
