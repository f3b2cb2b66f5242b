import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { runs, tasks } from '#server/storage/schema.ts'

export type RunsToStop = { taskId: number } | { typeId: number } | { everything: true }

export interface StoppedRun {
  runId: number
  taskId: number
  status: 'Stopping' | 'Stopped'
}

/**
 * Ends the runs that wait and asks those that are Running to stop. One statement decides by the status that it finds under
 * the row's lock, so that no run slips through between waiting and running.
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
    .where(and(inArray(runs.status, ['Queued', 'Running', 'Failed']), isAmong(orm, which)))
    .returning({ runId: runs.id, taskId: runs.taskId, status: sql<StoppedRun['status']>`${runs.status}` })
}

function isAmong(orm: Orm, which: RunsToStop) {
  if ('taskId' in which) return eq(runs.taskId, which.taskId)
  if ('everything' in which) return undefined
  return inArray(runs.taskId, orm.select({ id: tasks.id }).from(tasks).where(eq(tasks.taskTypeId, which.typeId)))
}
