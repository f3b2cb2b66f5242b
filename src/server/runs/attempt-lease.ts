import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { stringifyStorable } from '#domain/copy/storable-text.ts'
import type { Failure } from '#domain/failures/failure.ts'
import type { AttemptRecord } from '#domain/runs/attempt-record.ts'
import type { RunStatus } from '#domain/runs/run-status.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'
import { afterAttempt } from './attempt-records.ts'

/** Attempt at a run. Its node may change the run only while it holds the lease of exactly this attempt. */
export interface Attempt {
  readonly runId: number
  readonly taskId: number
  readonly nodeId: string
  /** Number of the attempt, counted from 1. */
  readonly number: number
  readonly startedAt: Date
  /** End of the attempt's first lease. */
  readonly leaseUntil: Date
}

interface Renewal {
  attempt: Attempt
  now: Date
  until: Date
  /** Set while the attempt writes, or while an unanswered write may still be applied. */
  writesLandBy: Date | null
}

/** Extends the lease and returns the run's status. Returns undefined if the lease is lost or has expired. */
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
  Pick<
    typeof runs.$inferSelect,
    'rowsDone' | 'rowsTotal' | 'phaseStartedAt' | 'waitingUntil' | 'writesLandBy' | 'targetPlaces' | 'attemptRecord'
  >
>

/** Saves the progress of an attempt. Does nothing if the lease is lost. */
export async function saveProgress(
  orm: Orm,
  { attempt, progress }: { attempt: Attempt; progress: RunProgress },
): Promise<void> {
  await orm.update(runs).set(progress).where(holdsLease(attempt))
}

/** Frees the run's place in its type until the attempt compares again. */
export async function giveUpPlace(
  orm: Orm,
  { attempt, recheckAt, writesLandBy }: { attempt: Attempt; recheckAt: Date; writesLandBy: Date | null },
): Promise<void> {
  await orm.update(runs).set({ recheckAt, writesLandBy }).where(holdsLease(attempt))
}

/** Takes a place again if the limit of the type allows another copy. The caller must hold the admission lock. */
export async function takePlaceAgain(tx: Orm, { attempt, now }: { attempt: Attempt; now: Date }): Promise<boolean> {
  const copying = sql`(
    select count(*) from ${runs} other where other.task_type_id = ${runs.taskTypeId} and other.id <> ${runs.id}
      and other.status in ('Running', 'Stopping') and other.ended_at is null
      and other.lease_until > ${now.toISOString()} and other.recheck_at is null)`
  const limit = sql`(
    select coalesce(task.max_concurrent_tasks, type.allowed_concurrent_tasks)
    from ${tasks} task join ${taskTypes} type on type.id = task.task_type_id where task.id = ${runs.taskId})`
  const taken = await tx
    .update(runs)
    .set({ recheckAt: null })
    .where(and(holdsLease(attempt), sql`${copying} < ${limit}`))
    .returning({ id: runs.id })
  return taken.length > 0
}

interface HandedBack {
  attempt: Attempt
  writesLandBy: Date | null
  record: AttemptRecord
  now: Date
}

/** Ends the lease so that any node can resume the run immediately. The attempt does not count. */
export async function handBackRun(tx: Orm, { attempt, writesLandBy, record, now }: HandedBack): Promise<void> {
  await tx
    .update(runs)
    .set({
      leaseOwner: null,
      leaseUntil: now,
      attempt: attempt.number - 1,
      waitingUntil: null,
      recheckAt: null,
      writesLandBy,
      ...afterAttempt(sql`${stringifyStorable(record)}::jsonb`),
      attemptRecord: null,
    })
    .where(and(holdsLease(attempt), eq(runs.status, 'Running')))
}

interface EndedRun {
  attempt: Attempt
  failure: Failure
  writesLandBy: Date | null
  now: Date
}

/**
 * Ends the run of an attempt in Error, or in Stopped if a stop was requested. Changes nothing else. Undefined if the lease is
 * lost.
 */
export async function endRunAlone(orm: Orm, { attempt, failure, writesLandBy, now }: EndedRun) {
  const [ended] = await orm
    .update(runs)
    .set({
      status: sql`case when ${runs.status} = 'Stopping' then 'Stopped' else 'Error' end`,
      endedAt: now,
      failure,
      writesLandBy,
      leaseOwner: null,
      leaseUntil: null,
      waitingUntil: null,
      recheckAt: null,
    })
    .where(holdsLease(attempt))
    .returning({ status: runs.status })
  return ended?.status
}

/**
 * Expires the leases of other nodes. Only for a database with one process, where such leases are left over from before its
 * start.
 */
export async function expireLeasesOfOthers(orm: Orm, { nodeId, now }: { nodeId: string; now: Date }): Promise<void> {
  await orm
    .update(runs)
    .set({ leaseUntil: now })
    .where(and(isNull(runs.endedAt), sql`${runs.leaseOwner} is distinct from ${nodeId}`))
}

function holdsLease({ runId, nodeId, number }: Attempt) {
  return and(eq(runs.id, runId), eq(runs.leaseOwner, nodeId), eq(runs.attempt, number), isNull(runs.endedAt))
}
