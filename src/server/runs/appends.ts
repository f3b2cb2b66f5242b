import { and, eq, exists, gte, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { isSameSecond, secondAfter, secondBefore } from '#domain/copy/serial-time.ts'
import { type AppendState, computeLastRow, type PlacedRows, type RunRows } from '#domain/shape/place-append.ts'
import { isUndone, type UndoneRuns } from '#server/last-copy/undone-runs.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { appends, copyBaselines, runs } from '#server/storage/schema.ts'
import { blocksInRows } from './change-sets.ts'
import { MAX_RUNS_PER_TASK } from './run-history.ts'

interface NextAppend {
  taskId: number
  /** Undefined if the run has not been requested yet. */
  runId?: number
  targetSsId: string
  /** Start of the run, as a serial number. */
  startedAt: number
}

/** Reads which target rows belong to earlier runs of a task. Called before the target is read. */
export async function readAppends(
  orm: Orm,
  { taskId, runId, targetSsId, startedAt }: NextAppend,
): Promise<AppendState> {
  const isOwn = runId === undefined ? sql`false` : eq(appends.runId, runId)
  const counts = [isOwn, isUnfinished, isLastDone(taskId)]
  const known = await orm
    .select()
    .from(appends)
    .where(and(eq(appends.taskId, taskId), eq(appends.targetSsId, targetSsId), or(...counts)))
  const buildRows = (rows: (typeof known)[number]): RunRows => ({
    ...rows,
    changesIn: (window) => blocksInRows(orm, { runId: rows.runId, ...window }),
  })
  const own = known.find((rows) => rows.runId === runId)
  const done = known.find((rows) => rows.state === 'done')
  return {
    time: own?.time ?? (await freeTime(orm, { taskId, startedAt })),
    own: own && buildRows(own),
    unfinished: known.filter((rows) => rows !== own && rows.state !== 'done').map(buildRows),
    ...(done && { lastRow: computeLastRow(done) }),
  }
}

const isUnfinished = and(ne(appends.state, 'done'), isNull(appends.takenBackBy))

function isLastDone(taskId: number): SQL {
  return sql`${appends.runId} = (select max(done.run_id) from ${appends} as done
    where done.task_id = ${taskId} and done.state = 'done')`
}

/** Finds a time that no run of the task has yet, because rows are identified by their time. */
async function freeTime(orm: Orm, { taskId, startedAt }: Pick<NextAppend, 'taskId' | 'startedAt'>): Promise<number> {
  const later = await orm
    .select({ time: appends.time })
    .from(appends)
    .where(and(eq(appends.taskId, taskId), gte(appends.time, secondBefore(startedAt))))
    .orderBy(appends.time)
  let time = startedAt
  // Earlier runs may have later times if the clock was set back.
  for (const { time: taken } of later) if (isSameSecond(taken, time)) time = secondAfter(taken)
  return time
}

interface Reserved {
  taskId: number
  runId: number
  targetSsId: string
  rows: PlacedRows
}

/** Records the rows that a run is going to write. */
export async function reserveRows(orm: Orm, { taskId, runId, targetSsId, rows }: Reserved): Promise<void> {
  const { firstRow, firstColumn, writesHeader, rowCount, time, sheetId } = rows
  const place = { targetSsId, sheetId, firstRow, firstColumn, writesHeader, time }
  await orm
    .insert(appends)
    .values({ taskId, runId, rowCount, ...place })
    .onConflictDoUpdate({
      target: appends.runId,
      // A lower count must not release rows that an earlier attempt may have written.
      set: { ...place, rowCount: sql`greatest(${appends.rowCount}, ${rowCount}::integer)` },
    })
}

interface Finished {
  taskId: number
  runId: number
  rowCount: number
  searchedFrom: number
}

/**
 * Records that the rows of a run are complete. Also records that rows of unfinished runs are gone from the rows and columns
 * that the run searched.
 */
export async function finishRows(tx: Orm, { taskId, runId, rowCount, searchedFrom }: Finished): Promise<void> {
  const [own] = await tx.update(appends).set({ state: 'done', rowCount }).where(eq(appends.runId, runId)).returning()
  if (!own) return
  const { targetSsId, sheetId, firstColumn } = own
  const isSameTab = or(isNull(appends.sheetId), sheetId === null ? undefined : eq(appends.sheetId, sheetId))
  const isInSameRows = and(eq(appends.firstColumn, firstColumn), gte(appends.firstRow, searchedFrom))
  const isSamePlace = and(eq(appends.targetSsId, targetSsId), isSameTab, isInSameRows)
  await tx
    .update(appends)
    .set({ takenBackBy: runId })
    .where(and(eq(appends.taskId, taskId), ne(appends.runId, runId), isUnfinished, isSamePlace))
}

/**
 * Records that an undo removed the rows of these runs and restored the rows that they had removed. Rows that people had moved
 * were not removed. If the undo reverted another undo, the rows of successful copies are complete again.
 */
export async function undoRows(tx: Orm, { taskId, ...undone }: UndoneRuns & { taskId: number }): Promise<void> {
  const ofTask = eq(appends.taskId, taskId)
  await tx
    .update(appends)
    .set({ state: 'undone' })
    .where(and(ofTask, isUndone(appends.runId, undone)))
  await tx
    .update(appends)
    .set({ takenBackBy: null })
    .where(and(ofTask, isUndone(appends.takenBackBy, undone)))
  const hadEnded = exists(
    tx
      .select()
      .from(runs)
      .where(and(eq(runs.id, appends.runId), eq(runs.status, 'Success'))),
  )
  const hasBaseline = exists(tx.select().from(copyBaselines).where(eq(copyBaselines.runId, appends.runId)))
  await tx
    .update(appends)
    .set({ state: 'done' })
    .where(and(ofTask, isInList(appends.runId, undone.restored), or(hadEnded, hasBaseline)))
}

/**
 * Deletes the records of rows appended by runs that are no longer in their task's history, because nobody can undo these runs
 * any more. Keeps records of rows that the next run has to take back.
 */
export async function deleteOldAppends(orm: Orm): Promise<void> {
  await orm.execute(sql`
    with newest as (
      select task_id, run_id, row_number() over (partition by task_id order by run_id desc) as place from ${appends}
    )
    delete from ${appends} using newest oldest
    where oldest.place = ${MAX_RUNS_PER_TASK} and ${appends.taskId} = oldest.task_id
      and greatest(${appends.runId}, ${appends.takenBackBy}) < oldest.run_id
      and not (${isUnfinished}) and not (${eq(appends.state, 'done')} and ${appends.runId} = (
        select max(done.run_id) from ${appends} done where done.task_id = ${appends.taskId} and done.state = 'done'))`)
}
