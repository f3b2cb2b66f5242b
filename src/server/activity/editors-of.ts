import { and, desc, eq, sql } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { activity, taskChanges } from '#server/storage/schema.ts'

const MAX_EDITS = 100

/** Person who changed fields. */
export interface Editor {
  readonly who: string
  readonly fields: readonly string[]
}

/** Reads who changed which fields of a task, newest change first. */
export async function readEditors(tx: Orm, taskId: number): Promise<Editor[]> {
  const rows = await tx
    .select({ who: activity.who, after: taskChanges.after })
    .from(taskChanges)
    .innerJoin(activity, eq(activity.id, taskChanges.activityId))
    .where(eq(taskChanges.taskId, taskId))
    .orderBy(desc(taskChanges.activityId))
    .limit(MAX_EDITS)
  return rows.map(({ who, after }) => ({ who, fields: Object.keys(after ?? {}) }))
}

/** Reads who changed which fields of the task type with this current name, newest change first. */
export async function editorsOfType(tx: Orm, name: string): Promise<Editor[]> {
  const rows = await tx
    .select({ who: activity.who, changes: activity.changes })
    .from(activity)
    .where(and(eq(activity.kind, 'type_changed'), sql`${activity.names} @> ${JSON.stringify([name])}::jsonb`))
    .orderBy(desc(activity.id))
    .limit(MAX_EDITS)
  return rows.map(({ who, changes }) => ({ who, fields: changes.map(({ field }) => field) }))
}
