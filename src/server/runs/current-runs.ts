import { eq, sql } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { isInList, listPlaces } from '#server/storage/lists.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'

export type CurrentRun = Awaited<ReturnType<typeof listCurrentRuns>>[number]

/** Lists each task with its current run. The run's fields are null for a Pending task. */
export async function listCurrentRuns(orm: Orm, taskIds: readonly number[] | 'all') {
  return await orm
    .select({
      taskId: tasks.id,
      typeId: tasks.taskTypeId,
      isActive: tasks.isActive,
      status: runs.status,
      rowsDone: runs.rowsDone,
      rowsTotal: runs.rowsTotal,
      phaseStartedAt: runs.phaseStartedAt,
    })
    .from(tasks)
    .leftJoin(runs, eq(runs.id, tasks.currentRunId))
    .where(taskIds === 'all' ? undefined : isInList(tasks.id, taskIds))
}

/** Makes open pages read a task again that a run of another task affects. A trigger does this for the task's own runs. */
export async function notifyOfRun(tx: Orm, taskId: number): Promise<void> {
  await tx.execute(sql`select pg_notify('nano_sync', ${`run:${taskId}`})`)
}

export async function notifyOfRuns(tx: Orm, taskIds: readonly number[]): Promise<void> {
  if (taskIds.length === 0) return
  await tx.execute(sql`select pg_notify('nano_sync', 'run:' || place.id) from ${listPlaces(taskIds, 'place')}`)
}
