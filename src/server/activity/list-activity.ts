import { and, desc, eq, exists, getTableColumns, gte, lt, sql } from 'drizzle-orm'
import { ACTIVITY_DAYS } from '#contract/activity.ts'
import type { ActivityKind } from '#contract/activity-kind.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Orm } from '#server/storage/database.ts'
import { activity, taskChanges } from '#server/storage/schema.ts'
import { nameTypes } from './name-types.ts'

export type ActivityRow = typeof activity.$inferSelect & { canRevert: boolean }

export interface ActivityFilter {
  kind?: ActivityKind | undefined
  /** Part of an address, in any case. */
  who?: string | undefined
  taskId?: number | undefined
  since: Date
}

interface Page {
  filter: ActivityFilter
  /** Only entries older than this one. */
  beforeId?: number | undefined
  limit: number
}

/** Lists changes, newest first. */
export async function listActivity(orm: Orm, { filter, beforeId, limit }: Page): Promise<ActivityRow[]> {
  const { kind, who, taskId, since } = filter
  const recorded = orm.select({ id: taskChanges.id }).from(taskChanges).where(eq(taskChanges.activityId, activity.id))
  const rows = await orm
    .select({ ...getTableColumns(activity), canRevert: sql<boolean>`${exists(recorded)}` })
    .from(activity)
    .where(
      and(
        gte(activity.at, since),
        beforeId === undefined ? undefined : lt(activity.id, beforeId),
        kind && eq(activity.kind, kind),
        who ? sql`strpos(lower(${activity.who}), ${who.toLowerCase()}) > 0` : undefined,
        taskId === undefined ? undefined : sql`${activity.taskIds} @> ${JSON.stringify([taskId])}::jsonb`,
      ),
    )
    .orderBy(desc(activity.id))
    .limit(limit)
  return await nameTypes(orm, rows)
}

/** Deletes what is older than Activity is kept. */
export async function removeOldActivity(orm: Orm, now: Date): Promise<void> {
  await orm.delete(activity).where(lt(activity.at, new Date(now.getTime() - ACTIVITY_DAYS * DAY_MS)))
}
