import { and, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Cure } from '#contract/cure.ts'
import type { RunState } from '#domain/admission/situation.ts'
import type { AttemptRecord } from '#domain/runs/attempt-record.ts'
import { assertMove, type RunStatus } from '#domain/runs/run-status.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { alertIncidents, allTasks, runs } from '#server/storage/schema.ts'
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

interface Claim {
  /** As they were read. */
  runs: readonly RunState[]
  nodeId: string
  now: Date
  leaseUntil: Date
}

/**
 * Leases runs to a node, except those that have changed since they were read. It leaves out runs whose row, or whose type's
 * row, another transaction has locked: it waits for nobody, so it cannot deadlock with one that locks several of them.
 */
export async function claimRuns(tx: Orm, { runs: read, nodeId, now, leaseUntil }: Claim): Promise<Attempt[]> {
  if (read.length === 0) return []
  for (const run of read) assertMove({ from: run.status, to: 'Running' })
  const expected = read.map(({ id, typeId, status, attempt }) => {
    return { id, typeId, status, attempt, record: newRecord({ number: attempt + 1, startedAt: now }) }
  })
  const at = now.toISOString()
  const lost = afterLostAttempt()
  const { rows } = Claimed.parse(
    await tx.execute(sql`
      with expected as (
        select * from jsonb_to_recordset(${JSON.stringify(expected)}::jsonb)
          as run(id int, "typeId" int, status text, attempt int, record jsonb)
      ), unlocked_types as materialized (
        select id from ${taskTypes} where id in (select "typeId" from expected) for no key update skip locked
      ), unlocked as materialized (
        select run.id, expected.record from ${runs} run join expected using (id, status, attempt)
        where expected."typeId" in (select id from unlocked_types) for no key update of run skip locked
      ), claimed as (
        update ${runs} set
          status = 'Running', attempt = ${runs.attempt} + 1, started_at = coalesce(${runs.startedAt}, ${at}),
          attempt_started_at = ${at}, next_attempt_at = null, waiting_until = null, rows_done = null, rows_total = null,
          reads = ${lost.reads}, writes = ${lost.writes}, bytes = ${lost.bytes}, attempts = ${lost.attempts},
          attempt_record = unlocked.record, lease_owner = ${nodeId}, lease_until = ${leaseUntil.toISOString()}
        from unlocked where ${runs.id} = unlocked.id returning ${runs.id}, ${runs.taskTypeId}
      ), started_types as (
        update ${taskTypes} set last_start_at = ${at} where id in (select task_type_id from claimed)
      )
      select id from claimed`),
  )
  const claimedIds = new Set(rows.map((row) => row.id))
  return read
    .filter((run) => claimedIds.has(run.id))
    .map(({ id, taskId, attempt }) => ({ runId: id, taskId, nodeId, number: attempt + 1, startedAt: now, leaseUntil }))
}

const Claimed = z.object({ rows: z.array(z.object({ id: z.int() })) })

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

/** A run and its task, locked until the transaction ends. */
export interface LockedAttempt {
  readonly status: 'Running' | 'Stopping'
  readonly task: typeof tasks.$inferSelect
  readonly waveId: string
  readonly isRestore: boolean
  /** Whether something is known to be wrong with the task, which a success ends. */
  readonly hasIncident: boolean
}

/**
 * Locks the task and its run; undefined when the lease is lost. The task is locked first, as in every transaction that locks
 * both: PostgreSQL would lock the row behind a view last, so this reads the table.
 */
export async function lockAttempt(tx: Orm, attempt: Attempt): Promise<LockedAttempt | undefined> {
  const [locked] = await tx
    .select({ status: runs.status, waveId: runs.waveId, isRestore, task: getTableColumns(allTasks), hasIncident })
    .from(allTasks)
    .innerJoin(runs, eq(runs.taskId, allTasks.id))
    .where(and(eq(allTasks.id, attempt.taskId), isNull(allTasks.deletionId), holdsLease(attempt)))
    .for('no key update')
  return locked?.status === 'Running' || locked?.status === 'Stopping'
    ? { ...locked, status: locked.status }
    : undefined
}

const isRestore = sql<boolean>`${runs.restore} is not null`

/** Read along with the task, so that a run without an incident takes no statement for it. */
const hasIncident = sql<boolean>`exists (
  select from ${alertIncidents} where ${alertIncidents.taskId} = ${allTasks.id} and ${alertIncidents.closedAt} is null)`

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
  readonly copied?: Pick<RunRow, 'cellsChanged' | 'isHeld' | 'isSkipped' | 'rowsDone' | 'rowsTotal'> | undefined
}

interface Finish {
  attempt: Attempt
  from: LockedAttempt['status']
  result: AttemptResult
  /** How its task changes. */
  task: Partial<LockedAttempt['task']>
}

/** Ends an attempt that `lockAttempt` has locked. Usage and errors add up over the attempts of a run. */
export async function finishAttempt(tx: Orm, { attempt, from, result, task }: Finish): Promise<void> {
  const { errorCount, record, copied, cure = null, ...change } = result
  assertMove({ from, to: result.status })
  await withTask(tx, { id: attempt.taskId, change: task })
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

/** Changes a task in the same statement as its run. */
function withTask(tx: Orm, { id, change }: { id: number; change: Partial<LockedAttempt['task']> }) {
  if (Object.keys(change).length === 0) return tx
  const changed = tx.update(tasks).set(change).where(eq(tasks.id, id)).returning({ id: tasks.id })
  return tx.with(tx.$with('changed_task').as(changed))
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
