import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { AttemptRecord } from '#domain/runs/attempt-record.ts'
import { assertMove } from '#domain/runs/run-status.ts'
import { extentColumns } from '#server/last-copy/extents.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { recordset, type ValuesOf, valuesIn } from '#server/storage/recordset.ts'
import { alertIncidents, allTasks, allTaskTypes, holds, runs } from '#server/storage/schema.ts'
import type { Attempt } from './attempt-lease.ts'
import { afterAttempt } from './attempt-records.ts'
import { countColumns, outcomeColumns } from './count-columns.ts'
import { mayHaveFollowers } from './read-chains.ts'

/** A run and its task, locked until the transaction ends. */
export interface LockedAttempt {
  readonly status: 'Running' | 'Stopping'
  readonly task: typeof tasks.$inferSelect
  readonly figures: CopyFigures
  readonly errorCount: number
  readonly waveId: string
  readonly isUndo: boolean
  /** Whether the task has an open incident. A success ends it. */
  readonly hasIncident: boolean
  /** Whether the task has an open hold. A copy closes it. */
  readonly hasHold: boolean
  /** Whether runs of the task's type keep values of cells. */
  readonly keepsCells: boolean
  /** Whether other tasks may run after this task has copied. */
  readonly mayHaveFollowers: boolean
  /** The wave in which the task runs again because its source was copied during the run; null if it does not. */
  readonly nextWaveId: string | null
}

/**
 * Locks the tasks of attempts and their runs, and returns the attempts that hold their lease. Like every transaction that locks
 * both, it locks a task before its run. It reads the table because PostgreSQL would lock the row behind a view last.
 *
 * With several attempts, it skips attempts that another transaction has locked. Because it waits for no lock while it holds
 * others, it cannot deadlock with a transaction that locks several attempts.
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
      keepsCells,
      mayHaveFollowers: mayHaveFollowers('all_tasks'),
      nextWaveId: runs.nextWaveId,
    })
    .from(allTasks)
    .innerJoin(runs, eq(runs.taskId, allTasks.id))
    .where(
      and(
        isInList(
          allTasks.id,
          attempts.map(({ taskId }) => taskId),
        ),
        isInList(
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

/** Incidents and holds are read with the task, so runs without them need no extra statement. */
const hasIncident = sql<boolean>`exists (
  select from ${alertIncidents} where ${alertIncidents.taskId} = ${allTasks.id} and ${alertIncidents.closedAt} is null)`

const hasHold = sql<boolean>`exists (
  select from ${holds} where ${holds.taskId} = ${allTasks.id} and ${holds.closedAt} is null)`

const keepsCells = sql<boolean>`(
  select ${allTaskTypes.keepsCells} from ${allTaskTypes} where ${allTaskTypes.id} = ${allTasks.taskTypeId})`

/** Columns of a task that an attempt may change. */
const taskColumns = {
  sourceSsName: tasks.sourceSsName,
  targetSsName: tasks.targetSsName,
  lastSuccessAt: tasks.lastSuccessAt,
  verifiedAt: tasks.verifiedAt,
  accountKind: tasks.accountKind,
  accessFailure: tasks.accessFailure,
  ...extentColumns,
  lastUse: tasks.lastUse,
}
export type TaskAfterAttempt = Partial<ValuesOf<typeof taskColumns>>

/** Columns with the figures of a run. An attempt that copied nothing leaves them unchanged. */
const figureColumns = {
  rowsDone: runs.rowsDone,
  rowsTotal: runs.rowsTotal,
  ...countColumns,
  ...outcomeColumns,
}
export type CopyFigures = ValuesOf<typeof figureColumns>

/** Columns of a run that the end of an attempt sets. */
const endColumns = {
  status: runs.status,
  /** Set if the run ends with the attempt. */
  endedAt: runs.endedAt,
  /** Set if another attempt follows. */
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
  task: TaskAfterAttempt
}

/** Ends attempts that `lockAttempts` has locked. Adds their usage and errors to the totals of their runs. */
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
    .where(and(sql`${tasks.id} = changed.id`, isInList(tasks.id, listIds(taskRows))))
  const runColumns = { ...endColumns, ...figureColumns, errorCount: runs.errorCount, attemptRecord: runs.attemptRecord }
  const updateRuns = tx
    .update(runs)
    .set({
      ...valuesIn('finished', runColumns),
      ...afterAttempt(sql`finished."attemptRecord"`),
      ...NOT_WORKED_ON,
    })
    .from(recordset('finished', { columns: { id: runs.id, ...runColumns }, rows: runRows }))
    .where(and(sql`${runs.id} = finished.id`, isInList(runs.id, listIds(runRows))))
  await tx.execute(sql`with changed_tasks as ${updateTasks} ${updateRuns.getSQL()}`)
}

const NOT_WORKED_ON = { attemptRecord: null, leaseOwner: null, leaseUntil: null, waitingUntil: null, recheckAt: null }

const listIds = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
