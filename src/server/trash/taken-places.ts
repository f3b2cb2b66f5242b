import { and, eq, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { nameTaken, spreadsheetsTaken } from '#domain/tasks/task-problems.ts'
import type { Orm } from '#server/storage/database.ts'
import { allTasks, tabName } from '#server/storage/schema.ts'

/** By deleted task: why it cannot be restored next to the tasks that are there now. */
export async function findTakenPlaces(tx: Orm, deletionId: number): Promise<Map<number, string>> {
  const isDeleted = eq(allTasks.deletionId, deletionId)
  // Not the view, so that the unique indexes of what is not in the trash find them.
  const live = alias(allTasks, 'live')
  const isLive = isNull(live.deletionId)
  const named = await tx
    .select({ id: allTasks.id })
    .from(allTasks)
    .innerJoin(live, and(isLive, eq(live.taskTypeId, allTasks.taskTypeId), eq(live.name, allTasks.name)))
    .where(isDeleted)
  const paired = await tx
    .select({ id: allTasks.id })
    .from(allTasks)
    .innerJoin(
      live,
      and(
        isLive,
        eq(live.sourceSsId, allTasks.sourceSsId),
        eq(live.targetSsId, allTasks.targetSsId),
        eq(tabName(live.sourceSheetName), tabName(allTasks.sourceSheetName)),
        eq(tabName(live.targetSheetName), tabName(allTasks.targetSheetName)),
      ),
    )
    .where(isDeleted)
  return new Map([
    ...paired.map(({ id }) => [id, spreadsheetsTaken.message] as const),
    ...named.map(({ id }) => [id, nameTaken.message] as const),
  ])
}
