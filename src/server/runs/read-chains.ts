import { eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type ChainTask, listUpstream } from '#domain/chains/chains.ts'
import { typesInBothOrders } from '#domain/chains/types-in-both-orders.ts'
import { TabGraph } from '#domain/tasks/overlaps.ts'
import { lastTabsIn } from '#server/last-copy/baselines.ts'
import { filesOfTask, foundTargets, handedFiles, writersTo } from '#server/last-copy/written-tabs.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'

/** Whether a task runs after its source was copied, by its own setting or the setting of its type. */
export const followsSource = sql<boolean>`coalesce(${tasks.afterSource}, ${taskTypes.afterSource})`

/** Column of a query: whether tasks follow the writers of a task's files. */
export function mayHaveFollowers(task: 'all_tasks'): SQL<boolean> {
  const isFollower = sql`follower.is_active and coalesce(follower.after_source, type.after_source)`
  const followers = sql`select from ${tasks} follower join ${taskTypes} type on type.id = follower.task_type_id`
  return sql<boolean>`exists (
    select from jsonb_array_elements_text(${filesOfTask(task)}) file where
      exists (${followers} where follower.source_ss_id = file and ${isFollower})
      or exists (${followers} where ${hasMoreSource(sql`follower`, sql`file`)} and ${isFollower}))`
}

/** Whether a task copies from one of these spreadsheets. */
export function copiesFrom(spreadsheetIds: readonly string[]): SQL {
  const files = sql`jsonb_array_elements_text(${JSON.stringify(spreadsheetIds)}::jsonb) file`
  return sql`(${tasks.sourceSsId} = any (array(select ${files}))
    or exists (select from ${files} where ${hasMoreSource(sql`${tasks}`, sql`file`)}))`
}

/** Whether a task has a spreadsheet among its further sources. The first condition lets PostgreSQL use an index. */
function hasMoreSource(task: SQL, spreadsheetId: SQL): SQL {
  return sql`(${task}.more_sources <> '[]'::jsonb
    and (${task}.more_sources || ${task}.folder_files) @> jsonb_build_array(jsonb_build_object('source_ss_id', ${spreadsheetId})))`
}

/** Subquery for the source spreadsheets of a task. */
function sourceFiles(task: 'reached' | 'tasks'): SQL {
  const of = sql.raw(task)
  const more = task === 'tasks' ? sql`${of}.more_sources || ${of}.folder_files` : sql`${of}.more_sources`
  return sql`select ${of}.source_ss_id as ss_id
    union select source ->> 'source_ss_id' from jsonb_array_elements(${more}) source where source ? 'source_ss_id'`
}

/** Reads the followers that meet a condition, and all tasks that fill their sources, directly or not. */
export async function readChains(tx: Orm, isIncluded: SQL): Promise<TabGraph<ChainTask>> {
  const ids = sql`(
    with recursive ${handedFiles}, reached(id, source_ss_id, more_sources, follows) as (
      select ${tasks.id}, ${tasks.sourceSsId}, ${tasks.moreSources} || ${tasks.folderFiles}, true
      from ${tasks} join ${taskTypes} on ${taskTypes.id} = ${tasks.taskTypeId} where ${followsSource} and ${isIncluded}
      union select filling.id, filling.source_ss_id, filling.more_sources || filling.folder_files, coalesce(filling.after_source, type.after_source)
      from reached
      cross join lateral (${sourceFiles('reached')}) file
      cross join lateral (${writersTo(sql`file.ss_id`)}) writer
      join ${tasks} filling on filling.id = writer.id
      join ${taskTypes} type on type.id = filling.task_type_id
      where reached.follows)
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
      splitBy: tasks.splitBy,
      targets: tasks.targets,
      targetsFrom: tasks.targetsFrom,
      lastTabs: lastTabsIn(tasks),
      foundTargets: foundTargets('tasks'),
      moreSources: tasks.moreSources,
      folderFiles: tasks.folderFiles,
      followsSource,
    })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(sql`${tasks.id} in ${ids}`)
  return new TabGraph<ChainTask>(found)
}

/** Finds, for each follower, the tasks whose runs of the same wave it waits for. */
export async function readUpstream(tx: Orm, taskIds: readonly number[]): Promise<Map<number, number[]>> {
  const graph = await readChains(tx, isInList(tasks.id, taskIds))
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

/**
 * Reads pairs of task types: tasks of the first type write to a spreadsheet that tasks of the second type copy from. Includes
 * pairs that share a spreadsheet but no tab.
 */
async function readTypeLinks(tx: Orm) {
  const links = sql`
    with ${handedFiles}
    select distinct filling.task_type_id as before, ${tasks.taskTypeId} as after
    from ${tasks}
    join ${taskTypes} on ${taskTypes.id} = ${tasks.taskTypeId}
    cross join lateral (${sourceFiles('tasks')}) file
    cross join lateral (${writersTo(sql`file.ss_id`)}) writer
    join ${tasks} filling on filling.id = writer.id
    where ${followsSource}`
  return TypeLinks.parse(await tx.execute(links)).rows
}

const TypeLinks = z.object({ rows: z.array(z.object({ before: z.coerce.number(), after: z.coerce.number() })) })
