import { type SQL, sql } from 'drizzle-orm'
import { tasks } from '#server/storage/live-tables.ts'
import { runs, targetCopies } from '#server/storage/schema.ts'

/** The spreadsheets that a task names as its targets, as a JSON list; empty if a sheet lists them. */
export function namedTargets(task: 'tasks' | 'written'): SQL {
  const of = sql.raw(task)
  return sql`case when ${of}.split_by <> '' and ${of}.targets_from is not null then '[]'::jsonb
    when ${of}.split_by <> '' and ${of}.targets <> '[]' then (
      select jsonb_agg(distinct target ->> 'target_ss_id') from jsonb_array_elements(${of}.targets) target)
    else jsonb_build_array(${of}.target_ss_id) end`
}

/** The spreadsheets to which a run writes: named by its task, or listed by a sheet that the run has read. */
export const filesOfRun: SQL = sql`(${namedTargets('tasks')} || coalesce(${runs.targetPlaces} -> 'ssIds', '[]'))`

/** The spreadsheets to which a task writes: its named targets, and the targets of its last copies. */
export const filesOfTask = sql<string[]>`(${namedTargets('tasks')} || coalesce((
  select jsonb_agg(distinct ${targetCopies.targetSsId}) from ${targetCopies}
  where ${targetCopies.taskId} = ${tasks.id} and ${tasks.splitBy} <> ''), '[]'))`
