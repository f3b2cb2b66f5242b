import { and, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { RunState } from '#domain/admission/situation.ts'
import type { AttemptRecord } from '#domain/runs/attempt-record.ts'
import { assertMove, type RunStatus } from '#domain/runs/run-status.ts'
import type { Orm } from '#server/storage/database.ts'
import { isOneOf } from '#server/storage/lists.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { recordset, type ValuesOf, valuesIn } from '#server/storage/recordset.ts'
import { alertIncidents, allTasks, holds, runs } from '#server/storage/schema.ts'
import { afterAttempt, afterLostAttempt, newRecord } from './attempt-records.ts'
import { countColumns, outcomeColumns } from './count-columns.ts'

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
        select * from ${recordset('run', { columns: expectedColumns, rows: expected })}
      ), unlocked_types as materialized (
        select id from ${taskTypes} where id in (select "typeId" from expected) for no key update skip locked
      ), unlocked as materialized (
        select run.id, expected.record from ${runs} run join expected using (id, status, attempt)
        where expected."typeId" in (select id from unlocked_types) for no key update of run skip locked
      ), claimed as (
        update ${runs} set
          status = 'Running', attempt = ${runs.attempt} + 1, started_at = coalesce(${runs.startedAt}, ${at}),
          attempt_started_at = ${at}, next_attempt_at = null, waiting_until = null, recheck_at = null, rows_done = null, rows_total = null,
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

/** A run as it was read, and the record of its next attempt. */
const expectedColumns = {
  id: runs.id,
  typeId: runs.taskTypeId,
  status: runs.status,
  attempt: runs.attempt,
  record: runs.attemptRecord,
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

/** Gives the run's place in its type to others until the attempt, which has copied, compares once more. */
export async function giveUpPlace(
  orm: Orm,
  { attempt, recheckAt, writesLandBy }: { attempt: Attempt; recheckAt: Date; writesLandBy: Date | null },
): Promise<void> {
  await orm.update(runs).set({ recheckAt, writesLandBy }).where(holdsLease(attempt))
}

/** Takes a place again if fewer runs of the type copy than may; call it while nobody else decides which runs start. */
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

/** A run and its task, locked until the transaction ends. */
export interface LockedAttempt {
  readonly status: 'Running' | 'Stopping'
  readonly task: typeof tasks.$inferSelect
  readonly figures: CopyFigures
  readonly errorCount: number
  readonly waveId: string
  readonly isUndo: boolean
  /** Whether something is known to be wrong with the task, which a success ends. */
  readonly hasIncident: boolean
  /** Whether it has an open hold, which a copy closes. */
  readonly hasHold: boolean
}

/**
 * Locks the tasks of attempts and their runs, and returns those whose lease is not lost. A task is locked before its run, as in
 * every transaction that locks both: PostgreSQL would lock the row behind a view last, so this reads the table. Of several
 * attempts, it leaves out those that another transaction has locked: it waits for nobody while it holds locks, so it cannot
 * deadlock with one that locks several of them.
 */
export async function lockAttempts(tx: Orm, attempts: readonly Attempt[]): Promise<Map<Attempt, LockedAttempt>> {
  const found = await tx
    .select({
      runId: runs.id,
      nodeId: runs.leaseOwner,
      number: runs.attempt,
      status: runs.status,
      waveId: runs.waveId,
      isUndo,
      task: getTableColumns(allTasks),
      figures: figureColumns,
      errorCount: runs.errorCount,
      hasIncident,
      hasHold,
    })
    .from(allTasks)
    .innerJoin(runs, eq(runs.taskId, allTasks.id))
    .where(
      and(
        isOneOf(
          allTasks.id,
          attempts.map(({ taskId }) => taskId),
        ),
        isOneOf(
          runs.id,
          attempts.map(({ runId }) => runId),
        ),
        isNull(allTasks.deletionId),
      ),
    )
    .for('no key update', attempts.length > 1 ? { skipLocked: true } : {})
  const locked = new Map<Attempt, LockedAttempt>()
  for (const { runId, nodeId, number, status, ...rest } of found) {
    const attempt = attempts.find((one) => one.runId === runId && one.nodeId === nodeId && one.number === number)
    if (attempt && (status === 'Running' || status === 'Stopping')) locked.set(attempt, { ...rest, status })
  }
  return locked
}

const isUndo = sql<boolean>`${runs.undo} is not null`

/** Both are read along with the task, so that a run without them takes no statement for it. */
const hasIncident = sql<boolean>`exists (
  select from ${alertIncidents} where ${alertIncidents.taskId} = ${allTasks.id} and ${alertIncidents.closedAt} is null)`

const hasHold = sql<boolean>`exists (
  select from ${holds} where ${holds.taskId} = ${allTasks.id} and ${holds.closedAt} is null)`

/** The columns of its task that an attempt may change. */
const taskColumns = {
  sourceSsName: tasks.sourceSsName,
  targetSsName: tasks.targetSsName,
  lastSuccessAt: tasks.lastSuccessAt,
  accountKind: tasks.accountKind,
  accessFailure: tasks.accessFailure,
  lastRows: tasks.lastRows,
  lastWidth: tasks.lastWidth,
  lastFilledRow: tasks.lastFilledRow,
  lastErrorCells: tasks.lastErrorCells,
}
export type TaskAfterAttempt = Partial<ValuesOf<typeof taskColumns>>

/** The figures of its run. An attempt that copied nothing leaves these columns as they are. */
const figureColumns = {
  rowsDone: runs.rowsDone,
  rowsTotal: runs.rowsTotal,
  ...countColumns,
  ...outcomeColumns,
}
export type CopyFigures = ValuesOf<typeof figureColumns>

/** The columns of its run that the end of an attempt sets. */
const endColumns = {
  status: runs.status,
  /** Set when the run has ended with the attempt. */
  endedAt: runs.endedAt,
  /** Set when another attempt follows. */
  nextAttemptAt: runs.nextAttemptAt,
  writesLandBy: runs.writesLandBy,
  failure: runs.failure,
}
export type RunEnd = ValuesOf<typeof endColumns>

interface Finish {
  attempt: Attempt
  locked: LockedAttempt
  run: RunEnd
  figures: CopyFigures | undefined
  errorCount: number
  record: AttemptRecord
  /** How its task changes. */
  task: TaskAfterAttempt
}

/** Ends attempts that `lockAttempts` has locked. Usage and errors add up over the attempts of a run. */
export async function finishAttempts(tx: Orm, finishes: readonly Finish[]): Promise<void> {
  for (const { locked, run } of finishes) assertMove({ from: locked.status, to: run.status })
  const runRows = finishes.map(({ attempt, locked, run, figures, errorCount, record }) => ({
    ...run,
    ...(figures ?? locked.figures),
    id: attempt.runId,
    errorCount: locked.errorCount + errorCount,
    attemptRecord: record,
  }))
  const changed = finishes.filter(({ task }) => Object.keys(task).length > 0)
  const taskRows = changed.map(({ locked, task }) => ({ ...locked.task, ...task }))
  const updateTasks = tx
    .update(tasks)
    .set(valuesIn('changed', taskColumns))
    .from(recordset('changed', { columns: { id: tasks.id, ...taskColumns }, rows: taskRows }))
    .where(and(sql`${tasks.id} = changed.id`, isOneOf(tasks.id, idsOf(taskRows))))
  const runColumns = { ...endColumns, ...figureColumns, errorCount: runs.errorCount, attemptRecord: runs.attemptRecord }
  const updateRuns = tx
    .update(runs)
    .set({
      ...valuesIn('finished', runColumns),
      ...afterAttempt(sql`finished."attemptRecord"`),
      ...NOT_WORKED_ON,
    })
    .from(recordset('finished', { columns: { id: runs.id, ...runColumns }, rows: runRows }))
    .where(and(sql`${runs.id} = finished.id`, isOneOf(runs.id, idsOf(runRows))))
  await tx.execute(sql`with changed_tasks as ${updateTasks} ${updateRuns.getSQL()}`)
}

const NOT_WORKED_ON = { attemptRecord: null, leaseOwner: null, leaseUntil: null, waitingUntil: null, recheckAt: null }

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

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
      recheckAt: null,
      writesLandBy,
      ...afterAttempt(sql`${JSON.stringify(record)}::jsonb`),
      attemptRecord: null,
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
