import { and, ne, type SQL, sql } from 'drizzle-orm'
import type { FoundTarget } from '#domain/tasks/last-tabs.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { runs, targetCopies } from '#server/storage/schema.ts'

/* Where tasks write, in queries. Where a task writes by its fields and its last hand-out, `listTargets` says. */

/** A table of tasks in a query, by its alias. */
export type TasksAlias = 'tasks' | 'all_tasks' | 'written' | 'onward' | 'other_tasks'

/** The spreadsheets a task names as its targets, as a JSON list; empty if a sheet lists them. */
export function namedTargets(task: TasksAlias): SQL {
  const of = sql.raw(task)
  return sql`case when ${of}.split_by <> '' and ${of}.targets_from is not null then '[]'::jsonb
    when ${of}.split_by <> '' and ${of}.targets <> '[]' then (
      select jsonb_agg(distinct target ->> 'target_ss_id') from jsonb_array_elements(${of}.targets) target)
    else jsonb_build_array(${of}.target_ss_id) end`
}

/** The spreadsheets to which a task writes, as a JSON list: its named targets, and the targets of its last copies. */
export function filesOfTask(task: TasksAlias): SQL<string[]> {
  const of = sql.raw(task)
  return sql`(${namedTargets(task)} || case when ${of}.split_by = '' then '[]'::jsonb else coalesce((
    select jsonb_agg(distinct ${targetCopies.targetSsId}) from ${targetCopies} where ${targetCopies.taskId} = ${of}.id), '[]') end)`
}

/** The spreadsheets to which a run writes: named by its task, or listed by a sheet the run has read. */
export const filesOfRun: SQL = sql`(${namedTargets('tasks')} || coalesce(${runs.targetPlaces} -> 'ssIds', '[]'))`

/** Whether a hand-out task still copies to the spreadsheet of a target. */
export function isStillTarget(task: TasksAlias): SQL<boolean> {
  const of = sql.raw(task)
  return sql`(${targetCopies.sheetId} is not null and ${of}.split_by <> ''
    and (${of}.targets_from is not null or ${namedTargets(task)} ? ${targetCopies.targetSsId}))`
}

/** The tabs of the last hand-out of a task, a column of a query that reads tasks. */
export function foundTargets(task: 'tasks' | 'all_tasks'): SQL<FoundTarget[]> {
  const of = sql.raw(task)
  return sql`case when ${of}.split_by = '' then '[]'::jsonb else (
    select coalesce(jsonb_agg(jsonb_build_object('value', ${targetCopies.value},
      'targetSsId', ${targetCopies.targetSsId}, 'sheetId', ${targetCopies.sheetId}, 'title', ${targetCopies.tab}) order by ${targetCopies.valueKey}), '[]')
    from ${targetCopies} where ${targetCopies.taskId} = ${of}.id and ${isStillTarget(task)}) end`
}

/** The tabs of the last hand-out, by hand-out task. */
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

/** The files of each hand-out task, in the `with` clause of a query that uses `writersTo`. Computed once. */
export const handedFiles: SQL = sql`handed_files(id, ss_id) as materialized (
  select written.id, jsonb_array_elements_text(${filesOfTask('written')}) from ${tasks} written where written.split_by <> '')`

/** The ids of tasks that write to a spreadsheet, a subquery. The query begins with `handedFiles`. */
export function writersTo(spreadsheetId: SQL): SQL {
  return sql`select plain.id from ${tasks} plain where plain.target_ss_id = ${spreadsheetId} and plain.split_by = ''
    union all select handed.id from handed_files handed where handed.ss_id = ${spreadsheetId}`
}
