import { and, eq } from 'drizzle-orm'
import { nameTaken, spreadsheetsTaken } from '#domain/tasks/task-problems.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { allTasks } from '#server/storage/schema.ts'

/** By deleted task: why it cannot be restored next to the tasks that are there now. */
export async function findTakenPlaces(tx: Orm, deletionId: number): Promise<Map<number, string>> {
  const isDeleted = eq(allTasks.deletionId, deletionId)
  const named = await tx
    .select({ id: allTasks.id })
    .from(allTasks)
    .innerJoin(tasks, and(eq(tasks.taskTypeId, allTasks.taskTypeId), eq(tasks.name, allTasks.name)))
    .where(isDeleted)
  const paired = await tx
    .select({ id: allTasks.id })
    .from(allTasks)
    .innerJoin(tasks, and(eq(tasks.sourceSsId, allTasks.sourceSsId), eq(tasks.targetSsId, allTasks.targetSsId)))
    .where(isDeleted)
  return new Map([
    ...paired.map(({ id }) => [id, spreadsheetsTaken.message] as const),
    ...named.map(({ id }) => [id, nameTaken.message] as const),
  ])
}
