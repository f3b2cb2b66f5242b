import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { AttentionReason } from '#contract/overview.ts'
import type { CauseGroup } from '#domain/incidents/group-by-cause.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { activity, userTokens } from '#server/storage/schema.ts'
import { usesAccess } from './tasks-using-access.ts'

/** Counts the tasks that need a person, by reason. */
export function countInNeed(groups: readonly CauseGroup[]): Record<AttentionReason, number> {
  const counts = { failed: 0, stuck: 0, held: 0, not_run: 0, warning: 0 }
  for (const { reason, taskIds, stoppedIds } of groups) {
    counts[reason] += taskIds.length
    counts.not_run += stoppedIds.length
  }
  return counts
}

/** Lists accounts of active tasks whose access was rejected. */
export async function expiredAccounts(orm: Orm, { hasSharedAccount }: { hasSharedAccount: boolean }) {
  const dependent = orm
    .select({ one: sql`1` })
    .from(tasks)
    .where(and(tasks.isActive, usesAccess(userTokens.email, { hasSharedAccount })))
  return await orm
    .select({ email: userTokens.email, revokedAt: userTokens.revokedAt })
    .from(userTokens)
    .where(and(isNotNull(userTokens.revokedAt), sql`exists ${dependent}`))
    .orderBy(asc(userTokens.email))
}

/** Tells when and by whom the last active tasks were deactivated, if Activity still has it. Undefined if there are no tasks. */
export async function allInactive(orm: Orm): Promise<{ tasksCount: number; since?: Date; by?: string } | undefined> {
  const tasksCount = await orm.$count(tasks)
  if (tasksCount === 0) return undefined
  const [last] = await orm
    .select({ since: activity.at, by: activity.who })
    .from(activity)
    .where(eq(activity.kind, 'tasks_toggled'))
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(1)
  return { tasksCount, ...last }
}
