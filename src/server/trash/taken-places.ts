import { eq, isNull, type SQL } from 'drizzle-orm'
import { createdConflict } from '#domain/tasks/overlaps.ts'
import { listTargets } from '#domain/tasks/task-places.ts'
import { conflictProblem, nameTaken, spreadsheetsTaken } from '#domain/tasks/task-problems.ts'
import { lastTabsIn } from '#server/last-copy/baselines.ts'
import { foundTargets } from '#server/last-copy/written-tabs.ts'
import type { Orm } from '#server/storage/database.ts'
import { allTasks, allTaskTypes, tabName } from '#server/storage/schema.ts'
import { readTabGraph } from '#server/tasks/tab-graph.ts'

/** Finds why deleted tasks cannot be restored next to the current tasks, by task. */
export async function findTakenPlaces(tx: Orm, deletionId: number): Promise<Map<number, string>> {
  // Compare here and not in SQL: with the statistics of a smaller table, PostgreSQL reads all tasks of the type for each
  // deleted task.
  const live = await readPlaces(tx, isNull(allTasks.deletionId))
  const names = new Set(live.map(buildNameKey))
  const pairs = new Set(live.map(buildPairKey))
  const deleted = await readPlaces(tx, eq(allTasks.deletionId, deletionId))
  return new Map([
    ...(await findConflicts(tx, deletionId)),
    ...deleted
      .filter((task) => pairs.has(buildPairKey(task)))
      .map((task) => [task.id, spreadsheetsTaken.message] as const),
    ...deleted.filter((task) => names.has(buildNameKey(task))).map((task) => [task.id, nameTaken.message] as const),
  ])
}

/** Reads the columns of the unique indexes for tasks outside the trash. */
function readPlaces(tx: Orm, isRead: SQL) {
  return tx
    .select({
      ...placeColumns,
      taskTypeId: allTasks.taskTypeId,
      sourceTab: tabName(sourceSheetName).mapWith(String),
      targetTab: tabName(targetSheetName).mapWith(String),
    })
    .from(allTasks)
    .where(isRead)
}

type Place = Awaited<ReturnType<typeof readPlaces>>[number]

const buildNameKey = ({ taskTypeId, name }: Place) => JSON.stringify([taskTypeId, name])

const buildPairKey = ({ sourceSsId, sourceTab, targetSsId, targetTab }: Place) =>
  JSON.stringify([sourceSsId, sourceTab, targetSsId, targetTab])

/** Finds the task outside the trash that a deleted task would overlap or form a loop with, by deleted task. */
async function findConflicts(tx: Orm, deletionId: number): Promise<(readonly [taskId: number, reason: string])[]> {
  const deleted = await tx
    .select({
      ...placeColumns,
      lastTabs: lastTabsIn(allTasks),
      foundTargets: foundTargets('all_tasks'),
      typeName: allTaskTypes.name,
    })
    .from(allTasks)
    .innerJoin(allTaskTypes, eq(allTaskTypes.id, allTasks.taskTypeId))
    .where(eq(allTasks.deletionId, deletionId))
    .orderBy(allTasks.id)
  const graph = await readTabGraph(tx, {
    files: deleted.flatMap((task) => listTargets(task).map(({ targetSsId }) => targetSsId)),
  })
  const restored = new Set<number>()
  return deleted.flatMap((task) => {
    const conflict = createdConflict(graph, task, restored)
    if (conflict) return [[task.id, conflictProblem(conflict).message] as const]
    graph.set(task)
    restored.add(task.id)
    return []
  })
}

const { id, name, sourceSsId, sourceSheetName, targetSsId, targetSheetName, splitBy, targets, targetsFrom } = allTasks
const placeColumns = {
  id,
  name,
  sourceSsId,
  sourceSheetName,
  targetSsId,
  targetSheetName,
  splitBy,
  targets,
  targetsFrom,
}
