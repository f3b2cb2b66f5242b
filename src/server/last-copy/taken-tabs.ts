import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { TakenTab } from '#domain/tasks/last-tabs.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { targetCopies } from '#server/storage/schema.ts'
import { lastTargetIn } from './baselines.ts'
import { isStillTarget } from './written-tabs.ts'

const other = alias(tasks, 'other_tasks')
const otherType = alias(taskTypes, 'other_types')
const others = sql`${tasks} as ${sql.identifier('other_tasks')}
    join ${taskTypes} as ${sql.identifier('other_types')} on ${otherType.id} = ${other.taskTypeId}`

interface Place {
  taskId: SQLWrapper
  targetSsId: SQLWrapper
}

/** Lists the tabs of a spreadsheet to which other tasks, including hand-outs, copied last. */
const tabsTakenIn = ({ taskId, targetSsId }: Place): SQL<readonly TakenTab[]> => {
  const taken = (sheetId: SQL) => sql`coalesce(jsonb_agg(jsonb_build_object(
      'sheetId', ${sheetId},
      'task', jsonb_build_object('id', ${other.id}, 'name', ${other.name}, 'type', ${otherType.name})) order by ${other.id}), '[]')`
  return sql`(
    select ${taken(sql`last.target -> 'sheetId'`)} from ${others}
    cross join lateral (select ${lastTargetIn(other)} as target offset 0) as last
    where ${other.targetSsId} = ${targetSsId} and ${other.id} <> ${taskId} and ${other.splitBy} = ''
      and last.target ->> 'sheetId' is not null) || (
    select ${taken(sql`${targetCopies.sheetId}`)} from ${targetCopies} join (${others}) on ${other.id} = ${targetCopies.taskId}
    where ${targetCopies.targetSsId} = ${targetSsId} and ${targetCopies.taskId} <> ${taskId} and ${isStillTarget('other_tasks')})`
}

/**
 * Column for the tabs of a task's target spreadsheet to which other tasks copied last, in a query for tasks. Saving a task
 * compares only the names in tasks, because the title of the first visible tab and future renames are still unknown.
 */
export const takenTabs = tabsTakenIn({ taskId: tasks.id, targetSsId: tasks.targetSsId })

/** Reads the tabs of several spreadsheets to which other tasks copied last. */
export async function readTakenTabs(
  orm: Orm,
  { taskId, targetSsIds }: { taskId: number; targetSsIds: readonly string[] },
): Promise<Map<string, readonly TakenTab[]>> {
  const asked = { taskId: sql`${taskId}::integer`, targetSsId: sql`asked.ss_id` }
  const spreadsheets = sql`jsonb_array_elements_text(${JSON.stringify(targetSsIds)}::jsonb) as asked(ss_id)`
  const rows = await orm
    .select({ ssId: sql<string>`asked.ss_id`, taken: sql<TakenTab[]>`${tabsTakenIn(asked)}` })
    .from(spreadsheets)
  return new Map(rows.map(({ ssId, taken }) => [ssId, taken]))
}
