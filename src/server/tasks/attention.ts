import { and, asc, count, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { AttentionReason } from '#contract/overview.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { activity, runs, userTokens } from '#server/storage/schema.ts'
import { isInNeed, reasonOfNeed } from './in-need.ts'
import { usesAccessOf } from './tasks-using-access.ts'

/** How many tasks need a person, for each reason. A run that has been waiting or running since `stuckBefore` is stuck. */
export async function countInNeed(
  orm: Orm,
  { stuckBefore }: { stuckBefore: Date },
): Promise<Record<AttentionReason, number>> {
  const counted = await orm
    .select({ reason: reasonOfNeed, count: count() })
    .from(tasks)
    .innerJoin(runs, eq(runs.id, tasks.currentRunId))
    .where(isInNeed(stuckBefore))
    .groupBy(sql`1`)
  const countOf = new Map(counted.map((row) => [row.reason, row.count]))
  return {
    failed: countOf.get('failed') ?? 0,
    stuck: countOf.get('stuck') ?? 0,
    held: countOf.get('held') ?? 0,
    not_run: countOf.get('not_run') ?? 0,
    warning: countOf.get('warning') ?? 0,
  }
}

/**
 * The accounts whose access the provider has rejected while active tasks use it.
 */
export async function expiredAccounts(orm: Orm, { hasSharedAccount }: { hasSharedAccount: boolean }) {
  const dependent = orm
    .select({ one: sql`1` })
    .from(tasks)
    .where(and(tasks.isActive, usesAccessOf(userTokens.email, { hasSharedAccount })))
  return await orm
    .select({ email: userTokens.email, revokedAt: userTokens.revokedAt })
    .from(userTokens)
    .where(and(isNotNull(userTokens.revokedAt), sql`exists ${dependent}`))
    .orderBy(asc(userTokens.email))
}

/** Since when no task is active, and by whom, where Activity still has it; undefined while one is, or there is none. */
export async function allInactive(orm: Orm): Promise<{ tasksCount: number; since?: Date; by?: string } | undefined> {
  const [tasksCount, activeCount] = [await orm.$count(tasks), await orm.$count(tasks, eq(tasks.isActive, true))]
  if (tasksCount === 0 || activeCount > 0) return undefined
  const [last] = await orm
    .select({ since: activity.at, by: activity.who })
    .from(activity)
    .where(eq(activity.kind, 'tasks_toggled'))
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(1)
  return { tasksCount, ...last }
}
