import { eq, type SQL, sql } from 'drizzle-orm'
import { type PlacedTask, TabGraph } from '#domain/tasks/overlaps.ts'
import { lastTabsIn } from '#server/last-copy/baselines.ts'
import { filesOfTask, foundTargets, handedFiles, writersTo } from '#server/last-copy/written-tabs.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'

/** Reads the graph of tasks that may conflict with writers: the writers, other writers to their spreadsheets, and readers. */
export async function readTabGraph(tx: Orm, writers: Writers): Promise<TabGraph> {
  return new TabGraph(await readPlacedTasks(tx, writers))
}

interface Writers {
  /** IDs of the stored tasks among the writers. */
  taskIds?: readonly number[]
  /** Spreadsheets to which the writers will write. */
  files: Iterable<string>
}

/** Reads the tasks that may conflict with writers. While the task rows are locked, no other change adds a conflict. */
export async function readPlacedTasks(tx: Orm, { taskIds = [], files }: Writers): Promise<PlacedTask[]> {
  const targets = [...new Set(files)]
  if (targets.length === 0 && taskIds.length === 0) return []
  const relatedIds = sql`(
    with recursive ${handedFiles}, targets(ss_id) as (
      select jsonb_array_elements_text(${JSON.stringify(targets)}::jsonb)
      union select jsonb_array_elements_text(${filesOfTask('written')}) from ${tasks} as written
      where written.id = any (array(select jsonb_array_elements_text(${JSON.stringify(taskIds)}::jsonb)::int))
    ), reached(ss_id) as (
      select ss_id from targets
      union select file from reached join ${tasks} as onward on ${reads('onward')}
      cross join lateral jsonb_array_elements_text(${filesOfTask('onward')}) file)
    select writer.id from targets cross join lateral (${writersTo(sql`targets.ss_id`)}) writer
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
      foundTargets: foundTargets('tasks'),
    })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(sql`${tasks.id} in ${relatedIds}`)
}

/** Whether a task copies from a reached spreadsheet. */
function reads(task: 'onward' | 'reading'): SQL {
  const of = sql.raw(task)
  return sql`(${of}.source_ss_id = reached.ss_id
    or (${of}.more_sources <> '[]' and (${of}.more_sources || ${of}.folder_files) @> jsonb_build_array(jsonb_build_object('source_ss_id', reached.ss_id))))`
}
