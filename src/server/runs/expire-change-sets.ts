import { and, desc, eq, inArray, isNull, lt, notInArray, type SQLWrapper, sql } from 'drizzle-orm'
import { DAY_MS } from '#domain/time.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { changeChunks, changedTargets, changeSets, runs } from '#server/storage/schema.ts'

/** Maximum change sets of a task. Older ones are deleted. */
const MAX_CHANGE_SETS_PER_TASK = 10
const MAX_CHANGE_SET_AGE_MS = 30 * DAY_MS

/** Deletes the oldest change sets of a task. Called after a run has ended, because an undo needs them until its end. */
export async function expireChangeSetsOfTask(orm: Orm, taskId: number): Promise<void> {
  const newest = orm
    .select({ runId: changeSets.runId })
    .from(changeSets)
    .where(eq(changeSets.taskId, taskId))
    .orderBy(desc(changeSets.runId))
    .limit(MAX_CHANGE_SETS_PER_TASK)
  const old = and(eq(changeSets.taskId, taskId), notInArray(changeSets.runId, newest))
  await orm.transaction(async (tx) => {
    await expire(tx, tx.select({ runId: changeSets.runId }).from(changeSets).where(old))
  })
}

/** The newest change set of a task, if it was deleted to make room although it was not too old. */
export interface LostHistory {
  taskId: number
  runId: number
}

/**
 * Deletes change sets that are too old, and more of them while all together take more than `maxBytes`. The older change sets of
 * each task go first. So a task with many changes cannot displace the newest change set of another task while there is room.
 *
 * @returns the tasks whose newest change set had to make room
 */
export async function expireChangeSets(
  orm: Orm,
  { maxBytes, now }: { maxBytes: number; now: Date },
): Promise<LostHistory[]> {
  const { runId, taskId, bytes, state, createdAt } = changeSets
  const ranked = orm
    .select({
      runId,
      bytes,
      createdAt,
      age: sql<number>`row_number() over (partition by ${taskId} order by ${runId} desc)`.as('age'),
    })
    .from(changeSets)
    .where(eq(state, 'kept'))
    .as('ranked')
  const summed = orm
    .select({
      runId: ranked.runId,
      createdAt: ranked.createdAt,
      total: sql<number>`sum(${ranked.bytes}) over (order by ${ranked.age}, ${ranked.runId} desc)`.as('total'),
    })
    .from(ranked)
    .as('summed')
  const oldest = new Date(now.getTime() - MAX_CHANGE_SET_AGE_MS)
  const inProgress = orm.select({ id: runs.id }).from(runs).where(isNull(runs.endedAt))
  const excess = orm
    .select({ runId: summed.runId })
    .from(summed)
    .where(
      and(
        sql`(${summed.total} > ${maxBytes} or ${lt(summed.createdAt, oldest)})`,
        notInArray(summed.runId, inProgress),
      ),
    )
  return await orm.transaction(async (tx) => {
    const expired = (await expire(tx, excess)).filter((set) => set.createdAt >= oldest)
    return await withoutHistory(tx, expired)
  })
}

/** Finds tasks without a change set, each with its newest expired change set. */
async function withoutHistory(tx: Orm, expired: readonly LostHistory[]): Promise<LostHistory[]> {
  if (expired.length === 0) return []
  const runIdByTask = new Map<number, number>()
  for (const set of expired) runIdByTask.set(set.taskId, Math.max(set.runId, runIdByTask.get(set.taskId) ?? 0))
  const { taskId, state } = changeSets
  const keptOfTask = and(eq(state, 'kept'), isInList(taskId, runIdByTask.keys()))
  for (const kept of await tx.selectDistinct({ taskId }).from(changeSets).where(keptOfTask))
    runIdByTask.delete(kept.taskId)
  return [...runIdByTask].map(([task, runId]) => ({ taskId: task, runId }))
}

async function expire(tx: Orm, which: SQLWrapper): Promise<(LostHistory & { createdAt: Date })[]> {
  const expired = await tx
    .update(changeSets)
    .set({ state: 'expired', bytes: 0 })
    .where(and(inArray(changeSets.runId, which), eq(changeSets.state, 'kept')))
    .returning({ taskId: changeSets.taskId, runId: changeSets.runId, createdAt: changeSets.createdAt })
  const runIds = expired.map(({ runId }) => runId)
  if (runIds.length > 0) {
    await tx.delete(changeChunks).where(isInList(changeChunks.runId, runIds))
    await tx.update(changedTargets).set({ stateBefore: null }).where(isInList(changedTargets.runId, runIds))
  }
  return expired
}
