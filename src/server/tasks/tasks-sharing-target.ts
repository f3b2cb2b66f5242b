import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/schema.ts'

/** The other tasks that write the tab that a task writes. */
export async function rivalsForTarget(orm: Orm, taskId: number): Promise<{ name: string; typeName: string }[]> {
  const rivals = alias(tasks, 'rivals')
  return await orm
    .select({ name: rivals.name, typeName: taskTypes.name })
    .from(tasks)
    .innerJoin(
      rivals,
      and(
        eq(rivals.targetSsId, tasks.targetSsId),
        sql`lower(${rivals.targetSheetName}) = lower(${tasks.targetSheetName})`,
        ne(rivals.id, tasks.id),
      ),
    )
    .innerJoin(taskTypes, eq(taskTypes.id, rivals.taskTypeId))
    .where(eq(tasks.id, taskId))
    .orderBy(asc(rivals.id))
    .limit(MOST_NAMED)
}

const MOST_NAMED = 5
