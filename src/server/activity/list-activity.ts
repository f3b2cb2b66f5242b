import { and, desc, eq, exists, getTableColumns, gte, lt, not, sql } from 'drizzle-orm'
import { ACTIVITY_DAYS } from '#contract/activity.ts'
import { type ActivityKind, runKinds, signInKinds } from '#contract/activity-kind.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { activity, taskChanges } from '#server/storage/schema.ts'
import { nameTypes } from './name-types.ts'

export type ActivityRow = typeof activity.$inferSelect & { canRevert: boolean }

export interface ActivityFilter {
  kind?: ActivityKind | undefined
  /** Part of an address, ignoring case. */
  who?: string | undefined
  taskId?: number | undefined
  withoutRuns?: boolean | undefined
  withoutSignIns?: boolean | undefined
  since: Date
}

interface Page {
  filter: ActivityFilter
  /** ID of an entry. Only older entries are listed. */
  beforeId?: number | undefined
  limit: number
}

/** Lists changes, newest first. */
export async function listActivity(orm: Orm, { filter, beforeId, limit }: Page): Promise<ActivityRow[]> {
  const { kind, who, taskId, withoutRuns, withoutSignIns, since } = filter
  const recorded = orm.select({ id: taskChanges.id }).from(taskChanges).where(eq(taskChanges.activityId, activity.id))
  const rows = await orm
    .select({ ...getTableColumns(activity), canRevert: sql<boolean>`${exists(recorded)}` })
    .from(activity)
    .where(
      and(
        gte(activity.at, since),
        beforeId === undefined ? undefined : lt(activity.id, beforeId),
        kind && eq(activity.kind, kind),
        withoutRuns ? not(isInList(activity.kind, runKinds)) : undefined,
        withoutSignIns ? not(isInList(activity.kind, signInKinds)) : undefined,
        who ? sql`strpos(lower(${activity.who}), ${who.toLowerCase()}) > 0` : undefined,
        taskId === undefined ? undefined : sql`${activity.taskIds} @> ${JSON.stringify([taskId])}::jsonb`,
      ),
    )
    .orderBy(desc(activity.id))
    .limit(limit)
  return await nameTypes(orm, rows)
}

interface Limits {
  /** Maximum number of entries. */
  entries: number
  /** Maximum number of recorded task changes with earlier fields, over all entries. */
  taskChanges: number
}

/** Limits far above a year of normal use, about 1 GB. */
const DEFAULT_LIMITS: Limits = { entries: 500_000, taskChanges: 1_000_000 }

/**
 * Deletes expired entries of Activity, and the oldest entries above its limit. Deletes recorded fields first, because they take
 * the most space.
 */
export async function removeOldActivity(orm: Orm, now: Date, limits = DEFAULT_LIMITS): Promise<void> {
  await orm.delete(activity).where(lt(activity.at, new Date(now.getTime() - ACTIVITY_DAYS * DAY_MS)))
  const { id: changeId } = taskChanges
  const firstKeptChange = orm
    .select({ id: changeId })
    .from(taskChanges)
    .orderBy(desc(changeId))
    .offset(limits.taskChanges - 1)
    .limit(1)
  await orm.delete(taskChanges).where(sql`${changeId} < (${firstKeptChange})`)
  const { id } = activity
  const firstKept = orm
    .select({ id })
    .from(activity)
    .orderBy(desc(id))
    .offset(limits.entries - 1)
    .limit(1)
  await orm.delete(activity).where(sql`${id} < (${firstKept})`)
}
