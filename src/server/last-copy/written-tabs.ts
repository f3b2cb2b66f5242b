import { and, ne, type SQL, sql } from 'drizzle-orm'
import type { FoundTarget } from '#domain/tasks/last-tabs.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { runs, targetCopies } from '#server/storage/schema.ts'

/* Queries for the places where tasks write. `listTargets` decides the same for a task with its last hand-out. */

/** Alias of a table of tasks in a query. */
export type TasksAlias = 'tasks' | 'all_tasks' | 'written' | 'onward' | 'other_tasks'

/** Spreadsheets named as targets in a task, as a JSON list; empty if a sheet lists them. */
export function namedTargets(task: TasksAlias): SQL {
  const of = sql.raw(task)
  return sql`case when ${of}.split_by <> '' and ${of}.targets_from is not null then '[]'::jsonb
    when ${of}.split_by <> '' and ${of}.targets <> '[]' then (
      select jsonb_agg(distinct target ->> 'target_ss_id') from jsonb_array_elements(${of}.targets) target)
    else jsonb_build_array(${of}.target_ss_id) end`
}

/** Spreadsheets to which a task writes, as a JSON list: its named targets and the targets of its last copies. */
export function filesOfTask(task: TasksAlias): SQL<string[]> {
  const of = sql.raw(task)
  return sql`(${namedTargets(task)} || case when ${of}.split_by = '' then '[]'::jsonb else coalesce((
    select jsonb_agg(distinct ${targetCopies.targetSsId}) from ${targetCopies} where ${targetCopies.taskId} = ${of}.id), '[]') end)`
}

/** Spreadsheets to which a run writes: named in its task, or listed in a sheet the run has read. */
export const filesOfRun: SQL = sql`(${namedTargets('tasks')} || coalesce(${runs.targetPlaces} -> 'ssIds', '[]'))`

/** Whether a hand-out task still copies to the spreadsheet of a target. */
export function isStillTarget(task: TasksAlias): SQL<boolean> {
  const of = sql.raw(task)
  return sql`(${targetCopies.sheetId} is not null and ${of}.split_by <> ''
    and (${of}.targets_from is not null or ${namedTargets(task)} ? ${targetCopies.targetSsId}))`
}

/** Column for the tabs of a task's last hand-out, in a query for tasks. */
export function foundTargets(task: 'tasks' | 'all_tasks'): SQL<FoundTarget[]> {
  const of = sql.raw(task)
  return sql`case when ${of}.split_by = '' then '[]'::jsonb else (
    select coalesce(jsonb_agg(jsonb_build_object('value', ${targetCopies.value},
      'targetSsId', ${targetCopies.targetSsId}, 'sheetId', ${targetCopies.sheetId}, 'title', ${targetCopies.tab}) order by ${targetCopies.valueKey}), '[]')
    from ${targetCopies} where ${targetCopies.taskId} = ${of}.id and ${isStillTarget(task)}) end`
}

/** Reads the tabs of the last hand-outs, by task. */
export async function readFoundTargets(
  orm: Orm,
  taskIds: readonly number[],
): Promise<ReadonlyMap<number, readonly FoundTarget[]>> {
  const rows = await orm
    .select({ id: tasks.id, found: foundTargets('tasks') })
    .from(tasks)
    .where(and(isInList(tasks.id, taskIds), ne(tasks.splitBy, '')))
  return new Map(rows.map(({ id, found }) => [id, found]))
}

/** Files of each hand-out task, for the `with` clause of a query with `writersTo`. Computed only once per query. */
export const handedFiles: SQL = sql`handed_files(id, ss_id) as materialized (
  select written.id, jsonb_array_elements_text(${filesOfTask('written')}) from ${tasks} written where written.split_by <> '')`

/** Subquery for the IDs of tasks that write to a spreadsheet. The query must begin with `handedFiles`. */
export function writersTo(spreadsheetId: SQL): SQL {
  return sql`select plain.id from ${tasks} plain where plain.target_ss_id = ${spreadsheetId} and plain.split_by = ''
    union all select handed.id from handed_files handed where handed.ss_id = ${spreadsheetId}`
}
