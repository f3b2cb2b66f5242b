import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { TakenTab } from '#domain/tasks/last-tabs.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { lastTargetIn } from './baselines.ts'

const other = alias(tasks, 'other_tasks')
const otherType = alias(taskTypes, 'other_types')

/**
 * The tabs of a task's target spreadsheet to which other tasks copied last, a column of a query that reads tasks. When a task
 * is saved, tabs are compared by what tasks name: nobody knows yet what the first visible tab is named, nor which tab a person
 * will rename.
 */
export const takenTabs: SQL<readonly TakenTab[]> = sql`(
    select coalesce(jsonb_agg(jsonb_build_object(
      'sheetId', last.target -> 'sheetId',
      'task', jsonb_build_object('id', ${other.id}, 'name', ${other.name}, 'type', ${otherType.name})) order by ${other.id}), '[]')
    from ${tasks} as ${sql.identifier('other_tasks')}
    join ${taskTypes} as ${sql.identifier('other_types')} on ${otherType.id} = ${other.taskTypeId}
    cross join lateral (select ${lastTargetIn(other)} as target offset 0) as last
    where ${other.targetSsId} = ${tasks.targetSsId} and ${other.id} <> ${tasks.id} and last.target ->> 'sheetId' is not null)`
