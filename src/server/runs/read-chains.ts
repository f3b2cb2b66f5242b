import { eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { type ChainTask, listUpstream } from '#domain/chains/chains.ts'
import { typesInBothOrders } from '#domain/chains/types-in-both-orders.ts'
import { TabGraph } from '#domain/tasks/overlaps.ts'
import { lastTabsIn } from '#server/last-copy/baselines.ts'
import type { Orm } from '#server/storage/database.ts'
import { isOneOf } from '#server/storage/lists.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'

/** Whether a task runs once its source was copied, by itself or as its type says. */
export const followsSource = sql<boolean>`coalesce(${tasks.afterSource}, ${taskTypes.afterSource})`

/** Whether tasks follow the ones that write to a spreadsheet, a column of a query. */
export function mayHaveFollowers({ targetSsId }: { targetSsId: AnyPgColumn }): SQL<boolean> {
  const isFollower = sql`follower.is_active and coalesce(follower.after_source, type.after_source)`
  const followers = sql`select from ${tasks} follower join ${taskTypes} type on type.id = follower.task_type_id`
  return sql<boolean>`(
    exists (${followers} where follower.source_ss_id = ${targetSsId} and ${isFollower})
    or exists (${followers} where ${hasMoreSource(sql`follower`, sql`${targetSsId}`)} and ${isFollower}))`
}

/** Whether a task copies from a spreadsheet, by the ID of the spreadsheet. */
export function copiesFrom(spreadsheetId: string): SQL {
  return sql`(${tasks.sourceSsId} = ${spreadsheetId} or ${hasMoreSource(sql`${tasks}`, sql`${spreadsheetId}::text`)})`
}

/** Whether a spreadsheet is one of the further sources of a task. The first condition is that of an index. */
function hasMoreSource(task: SQL, spreadsheetId: SQL): SQL {
  return sql`(${task}.more_sources <> '[]'::jsonb
    and (${task}.more_sources || ${task}.folder_files) @> jsonb_build_array(jsonb_build_object('source_ss_id', ${spreadsheetId})))`
}

/** The followers that meet a condition, with all tasks that fill their sources, directly or not. */
export async function readChains(tx: Orm, isIncluded: SQL): Promise<TabGraph<ChainTask>> {
  const ids = sql`(
    with recursive reached(id, source_ss_id, more_sources, follows) as (
      select ${tasks.id}, ${tasks.sourceSsId}, ${tasks.moreSources} || ${tasks.folderFiles}, true
      from ${tasks} join ${taskTypes} on ${taskTypes.id} = ${tasks.taskTypeId} where ${followsSource} and ${isIncluded}
      union select filling.id, filling.source_ss_id, filling.more_sources || filling.folder_files, coalesce(filling.after_source, type.after_source)
      from reached join ${tasks} filling on reached.follows and (
        filling.target_ss_id = reached.source_ss_id
        or reached.more_sources @> jsonb_build_array(jsonb_build_object('source_ss_id', filling.target_ss_id)))
      join ${taskTypes} type on type.id = filling.task_type_id)
    select id from reached)`
  const found = await tx
    .select({
      id: tasks.id,
      name: tasks.name,
      typeId: taskTypes.id,
      typeName: taskTypes.name,
      sourceSsId: tasks.sourceSsId,
      sourceSheetName: tasks.sourceSheetName,
      targetSsId: tasks.targetSsId,
      targetSheetName: tasks.targetSheetName,
      lastTabs: lastTabsIn(tasks),
      moreSources: tasks.moreSources,
      folderFiles: tasks.folderFiles,
      followsSource,
    })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(sql`${tasks.id} in ${ids}`)
  return new TabGraph<ChainTask>(found)
}

/** By the id of a task that follows its source: the tasks for whose runs of the same wave it waits. */
export async function readUpstream(tx: Orm, taskIds: readonly number[]): Promise<Map<number, number[]>> {
  const graph = await readChains(tx, isOneOf(tasks.id, taskIds))
  const types = await tx
    .select({ id: taskTypes.id, name: taskTypes.name, dependsOnId: taskTypes.dependsOnId })
    .from(taskTypes)
  const hasOrder = types.some(({ dependsOnId }) => dependsOnId !== null)
  const areInBothOrders = typesInBothOrders({ types, links: hasOrder ? await readTypeLinks(tx) : [] })
  return new Map(
    taskIds.map((id) => {
      const task = graph.get(id)
      return [id, task ? listUpstream({ graph, areInBothOrders }, task).map((other) => other.id) : []]
    }),
  )
}

/** The types of tasks that copy from a spreadsheet and write to it; more than those that use the same tab. */
async function readTypeLinks(tx: Orm) {
  const filling = sql`filling.task_type_id`.mapWith(Number)
  return await tx
    .selectDistinct({ before: filling, after: tasks.taskTypeId })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .innerJoin(
      sql`${tasks} filling`,
      sql`filling.target_ss_id = ${tasks.sourceSsId} or ${hasMoreSource(sql`${tasks}`, sql`filling.target_ss_id`)}`,
    )
    .where(followsSource)
}
