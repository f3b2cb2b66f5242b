import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { TakenTab } from '#domain/tasks/last-tabs.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { lastTabsIn } from './baselines.ts'

const other = alias(tasks, 'other_tasks')
const otherType = alias(taskTypes, 'other_types')

/**
 * The tabs of a task's target spreadsheet to which other tasks have copied, a column of a query that reads tasks; none once the
 * task has copied to its own. When it is saved, tabs are compared by what tasks name, and nobody knows yet what the first
 * visible tab is named.
 */
export const takenTabs: SQL<readonly TakenTab[]> = sql`case when ${lastTabsIn(tasks)} ->> 'target' is null then (
    select coalesce(jsonb_agg(jsonb_build_object(
      'sheetId', last.tabs -> 'target' -> 'sheetId',
      'task', jsonb_build_object('id', ${other.id}, 'name', ${other.name}, 'type', ${otherType.name})) order by ${other.id}), '[]')
    from ${tasks} as ${sql.identifier('other_tasks')}
    join ${taskTypes} as ${sql.identifier('other_types')} on ${otherType.id} = ${other.taskTypeId}
    cross join lateral (select ${lastTabsIn(other)} as tabs) as last
    where ${other.targetSsId} = ${tasks.targetSsId} and ${other.id} <> ${tasks.id} and last.tabs ->> 'target' is not null)
  else '[]' end`
