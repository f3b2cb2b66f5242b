import { and, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Cure } from '#contract/cure.ts'
import type { RunState } from '#domain/admission/situation.ts'
import type { AttemptRecord } from '#domain/runs/attempt-record.ts'
import { assertMove, type RunStatus } from '#domain/runs/run-status.ts'
import type { Orm } from '#server/storage/database.ts'
import { isOneOf } from '#server/storage/is-one-of.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { alertIncidents, allTasks, runs } from '#server/storage/schema.ts'
import { storableText } from '#server/storage/storable-text.ts'
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
      isRestore,
      task: getTableColumns(allTasks),
      hasIncident,
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
  locked: LockedAttempt
  result: AttemptResult
  /** How its task changes. */
  task: Partial<LockedAttempt['task']>
}

/** Ends attempts that `lockAttempts` has locked. Usage and errors add up over the attempts of a run. */
export async function finishAttempts(tx: Orm, finishes: readonly Finish[]): Promise<void> {
  for (const { locked, result } of finishes) assertMove({ from: locked.status, to: result.status })
  const rows = JSON.stringify(finishes.map(finishedRow), (_, value: unknown) =>
    typeof value === 'string' ? storableText(value) : value,
  )
  const runIds = finishes.map(({ attempt }) => attempt.runId)
  const taskIds = finishes.map(({ attempt }) => attempt.taskId)
  const after = afterAttempt(sql`finished.record`)
  await tx.execute(sql`
    with finished as (
      select * from jsonb_to_recordset(${rows}::jsonb) as finished(
        "runId" int, status text, "endedAt" timestamptz, "nextAttemptAt" timestamptz, "writesLandBy" timestamptz,
        "errorCount" int, cure jsonb, record jsonb, "isCopied" boolean, "cellsChanged" int, "isHeld" boolean,
        "isSkipped" boolean, "rowsDone" int, "rowsTotal" int, "taskId" int, "isTaskChanged" boolean, "sourceSsName" text,
        "targetSsName" text, "lastSuccessAt" timestamptz, "accessProblem" text, "lastRows" int, "lastWidth" int,
        "lastErrorCells" int)
    ), changed_tasks as (
      update ${tasks} set
        source_ss_name = finished."sourceSsName", target_ss_name = finished."targetSsName",
        last_success_at = finished."lastSuccessAt", access_problem = finished."accessProblem",
        last_rows = finished."lastRows", last_width = finished."lastWidth",
        last_error_cells = finished."lastErrorCells"
      from finished
      where ${tasks.id} = finished."taskId" and finished."isTaskChanged" and ${isOneOf(tasks.id, taskIds)}
    )
    update ${runs} set
      status = finished.status, ended_at = finished."endedAt", next_attempt_at = finished."nextAttemptAt",
      writes_land_by = finished."writesLandBy", error_count = ${runs.errorCount} + finished."errorCount",
      cure = finished.cure, reads = ${after.reads}, writes = ${after.writes}, bytes = ${after.bytes},
      attempts = ${after.attempts}, attempt_record = null, lease_owner = null, lease_until = null, waiting_until = null,
      cells_changed = case when finished."isCopied" then finished."cellsChanged" else ${runs.cellsChanged} end,
      is_held = case when finished."isCopied" then finished."isHeld" else ${runs.isHeld} end,
      is_skipped = case when finished."isCopied" then finished."isSkipped" else ${runs.isSkipped} end,
      rows_done = case when finished."isCopied" then finished."rowsDone" else ${runs.rowsDone} end,
      rows_total = case when finished."isCopied" then finished."rowsTotal" else ${runs.rowsTotal} end
    from finished where ${runs.id} = finished."runId" and ${isOneOf(runs.id, runIds)}`)
}

/** What one attempt changes, in the columns that `finishAttempts` expects. */
function finishedRow({ attempt, locked, result, task: change }: Finish) {
  const { copied, ...rest } = result
  const { runId, taskId } = attempt
  const task = { ...locked.task, ...change }
  return {
    runId,
    ...rest,
    isCopied: copied !== undefined,
    ...copied,
    taskId,
    isTaskChanged: Object.keys(change).length > 0,
    sourceSsName: task.sourceSsName,
    targetSsName: task.targetSsName,
    lastSuccessAt: task.lastSuccessAt,
    accessProblem: task.accessProblem,
    lastRows: task.lastRows,
    lastWidth: task.lastWidth,
    lastErrorCells: task.lastErrorCells,
  }
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
