import { eq, type SQL, sql } from 'drizzle-orm'
import { type PlacedTask, TabGraph } from '#domain/tasks/overlaps.ts'
import { lastTabsIn } from '#server/last-copy/baselines.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'

/** Tasks that may conflict with a writer to these spreadsheets. */
export async function readTabGraph(tx: Orm, targetSsIds: Iterable<string>): Promise<TabGraph> {
  return new TabGraph(await readPlacedTasks(tx, targetSsIds))
}

/**
 * Reads the tasks that may conflict with a writer to these spreadsheets: other writers, and readers. While the task rows
 * are locked, no other change adds a conflict.
 */
export async function readPlacedTasks(tx: Orm, targetSsIds: Iterable<string>): Promise<PlacedTask[]> {
  const targets = [...new Set(targetSsIds)]
  if (targets.length === 0) return []
  const relatedIds = sql`(
    with recursive targets(ss_id) as (
      select jsonb_array_elements_text(${JSON.stringify(targets)}::jsonb)
    ), reached(ss_id) as (
      select ss_id from targets
      union select onward.target_ss_id from ${tasks} as onward join reached on ${reads('onward')})
    select writing.id from ${tasks} as writing join targets on writing.target_ss_id = targets.ss_id
    union select handing.id from ${tasks} as handing join targets on handing.split_by <> ''
      and handing.targets @> jsonb_build_array(jsonb_build_object('target_ss_id', targets.ss_id))
    union select reading.id from ${tasks} as reading join reached on ${reads('reading')})`
  return await tx
    .select({
      id: tasks.id,
      name: tasks.name,
      typeName: taskTypes.name,
      sourceSsId: tasks.sourceSsId,
      sourceSheetName: tasks.sourceSheetName,
      moreSources: tasks.moreSources,
      folderFiles: tasks.folderFiles,
      targetSsId: tasks.targetSsId,
      targetSheetName: tasks.targetSheetName,
      splitBy: tasks.splitBy,
      targets: tasks.targets,
      targetsFrom: tasks.targetsFrom,
      lastTabs: lastTabsIn(tasks),
    })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(sql`${tasks.id} in ${relatedIds}`)
}

/** Whether a task copies from a spreadsheet that was reached. */
function reads(task: 'onward' | 'reading'): SQL {
  const of = sql.raw(task)
  return sql`(${of}.source_ss_id = reached.ss_id
    or (${of}.more_sources <> '[]' and (${of}.more_sources || ${of}.folder_files) @> jsonb_build_array(jsonb_build_object('source_ss_id', reached.ss_id))))`
}
