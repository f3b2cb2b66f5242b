import { sql } from 'drizzle-orm'
import { tasks } from '#server/storage/live-tables.ts'
import { targetCopies } from '#server/storage/schema.ts'

/**
 * Values of a hand-out task: the listed values, or all values with rows if none are listed. Null for a task with a single
 * target.
 */
export const targetValues = sql<string[] | null>`case when ${tasks.splitBy} = '' then null
  when ${tasks.targetsFrom} is null and ${tasks.targets} <> '[]' then (
    select jsonb_agg(target ->> 'value') from jsonb_array_elements(${tasks.targets}) target)
  else (
    select coalesce(jsonb_agg(${targetCopies.value} order by ${targetCopies.valueKey}), '[]') from ${targetCopies}
    where ${targetCopies.taskId} = ${tasks.id} and coalesce(${targetCopies.left} #>> '{extent,rows}', '0') <> '0') end`
