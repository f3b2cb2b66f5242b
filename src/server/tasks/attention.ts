import { and, asc, count, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { AttentionReason } from '#contract/overview.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { activity, runs, userTokens } from '#server/storage/schema.ts'
import { inNeedSince, isInNeed, reasonOfNeed } from './in-need.ts'
import { overviewTaskColumns } from './overview-task.ts'
import { usesAccessOf } from './tasks-using-access.ts'

interface Options {
  /** A run that has been waiting or running since before is stuck. */
  stuckBefore: Date
  limit: number
}

const urgency = sql`array_position(array[${sql.join(
  AttentionReason.options.map((option) => sql`${option}::text`),
  sql`, `,
)}], ${reasonOfNeed})`

/** The most urgent tasks that need a person, the latest first, and how many there are for each reason. */
export async function tasksInNeed(orm: Orm, { stuckBefore, limit }: Options) {
  const inNeed = isInNeed(stuckBefore)
  const since = inNeedSince.mapWith(runs.queuedAt)
  const reason = reasonOfNeed
  const urgent = await orm
    .select({ task: overviewTaskColumns, status: runs.status, reason, since })
    .from(tasks)
    .innerJoin(runs, eq(runs.id, tasks.currentRunId))
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(inNeed)
    .orderBy(urgency, desc(since), asc(tasks.id))
    .limit(limit)
  const counted = await orm
    .select({ reason, count: count() })
    .from(tasks)
    .innerJoin(runs, eq(runs.id, tasks.currentRunId))
    .where(inNeed)
    .groupBy(sql`1`)
  const countOf = new Map(counted.map((row) => [row.reason, row.count]))
  const counts = {
    failed: countOf.get('failed') ?? 0,
    stuck: countOf.get('stuck') ?? 0,
    held: countOf.get('held') ?? 0,
    not_run: countOf.get('not_run') ?? 0,
    warning: countOf.get('warning') ?? 0,
  } satisfies Record<AttentionReason, number>
  return { urgent, counts }
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
