import { and, eq, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { createdConflict } from '#domain/tasks/overlaps.ts'
import { conflictProblem, nameTaken, spreadsheetsTaken } from '#domain/tasks/task-problems.ts'
import { lastTabsIn } from '#server/runs/baselines.ts'
import type { Orm } from '#server/storage/database.ts'
import { allTasks, allTaskTypes, tabName } from '#server/storage/schema.ts'
import { readTabGraph } from '#server/tasks/tab-graph.ts'

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
    ...(await findConflicts(tx, deletionId)),
    ...paired.map(({ id }) => [id, spreadsheetsTaken.message] as const),
    ...named.map(({ id }) => [id, nameTaken.message] as const),
  ])
}

/** By deleted task: with which task that is not in the trash it would overlap, or share a loop. */
async function findConflicts(tx: Orm, deletionId: number): Promise<(readonly [taskId: number, reason: string])[]> {
  const deleted = await tx
    .select({ ...placeColumns, lastTabs: lastTabsIn(allTasks), typeName: allTaskTypes.name })
    .from(allTasks)
    .innerJoin(allTaskTypes, eq(allTaskTypes.id, allTasks.taskTypeId))
    .where(eq(allTasks.deletionId, deletionId))
    .orderBy(allTasks.id)
  const graph = await readTabGraph(
    tx,
    deleted.map(({ targetSsId }) => targetSsId),
  )
  const restored = new Set<number>()
  return deleted.flatMap((task) => {
    const conflict = createdConflict(graph, task, restored)
    if (conflict) return [[task.id, conflictProblem(conflict).message] as const]
    graph.set(task)
    restored.add(task.id)
    return []
  })
}

const { id, name, sourceSsId, sourceSheetName, targetSsId, targetSheetName } = allTasks
const placeColumns = { id, name, sourceSsId, sourceSheetName, targetSsId, targetSheetName }
