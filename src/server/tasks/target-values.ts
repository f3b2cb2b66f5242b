import { sql } from 'drizzle-orm'
import { tasks } from '#server/storage/live-tables.ts'
import { targetCopies } from '#server/storage/schema.ts'

/**
 * Values a task hands rows out to: the listed values, or else all values with rows; null for a task with a single
 * target.
 */
export const targetValues = sql<string[] | null>`case when ${tasks.splitBy} = '' then null
  when ${tasks.targetsFrom} is null and ${tasks.targets} <> '[]' then (
    select jsonb_agg(target ->> 'value') from jsonb_array_elements(${tasks.targets}) target)
  else (
    select coalesce(jsonb_agg(${targetCopies.value} order by ${targetCopies.valueKey}), '[]') from ${targetCopies}
    where ${targetCopies.taskId} = ${tasks.id} and coalesce(${targetCopies.left} #>> '{extent,rows}', '0') <> '0') end`
