import { and, desc, eq, gte, lt, notInArray, sql } from 'drizzle-orm'
import type { ScheduleEventKind } from '#contract/schedule-event.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Orm } from '#server/storage/database.ts'
import { scheduleEvents } from '#server/storage/schema.ts'

const KEPT_MS = 90 * DAY_MS
const MAX_KEPT = 5000
/** Maximum events per poll. Only a long outage causes more. */
const MAX_AT_ONCE = 500

export type ScheduleEventRow = typeof scheduleEvents.$inferSelect
export type NewScheduleEvent = Omit<typeof scheduleEvents.$inferInsert, 'id' | 'notedAt'>

/** Records scheduled times that did not run as planned, and deletes old entries. */
export async function recordScheduleEvents(tx: Orm, events: readonly NewScheduleEvent[], now: Date): Promise<void> {
  if (events.length === 0) return
  const inOrder = [...events].sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
  await tx.insert(scheduleEvents).values(inOrder.slice(-MAX_AT_ONCE).map((event) => ({ ...event, notedAt: now })))
  await tx.delete(scheduleEvents).where(lt(scheduleEvents.notedAt, new Date(now.getTime() - KEPT_MS)))
  const kept = tx
    .select({ id: scheduleEvents.id })
    .from(scheduleEvents)
    .orderBy(desc(scheduleEvents.id))
    .limit(MAX_KEPT)
  await tx.delete(scheduleEvents).where(notInArray(scheduleEvents.id, kept))
}

interface SkippedStart {
  /** Event about a single task. */
  event: NewScheduleEvent & { taskIds: number[]; times: number }
  /** Time since which the task could not start. */
  since: Date
  now: Date
}

/** Records skipped starts of an interval. Starts skipped because of the same run or hold share an entry. */
export async function recordSkippedStart(tx: Orm, { event, since, now }: SkippedStart): Promise<void> {
  const { kind, reason, taskIds, everyMinutes = null, times } = event
  const [same] = await tx
    .select({ id: scheduleEvents.id })
    .from(scheduleEvents)
    .where(
      and(
        eq(scheduleEvents.kind, kind),
        eq(scheduleEvents.reason, reason),
        everyMinutes === null ? undefined : eq(scheduleEvents.everyMinutes, everyMinutes),
        sql`${scheduleEvents.taskIds} @> ${JSON.stringify(taskIds)}::jsonb`,
        gte(scheduleEvents.dueAt, since),
      ),
    )
    .limit(1)
  if (!same) return await recordScheduleEvents(tx, [event], now)
  const counted = sql`${scheduleEvents.times} + ${times}`
  await tx.update(scheduleEvents).set({ times: counted, notedAt: now }).where(eq(scheduleEvents.id, same.id))
}

interface Page {
  kind?: ScheduleEventKind | undefined
  /** Entries of the task, and of Run All. */
  taskId?: number | undefined
  /** ID of an entry. Only older entries are listed. */
  beforeId?: number | undefined
  limit: number
}

/** Lists times that did not run as planned, newest first. */
export async function listScheduleEvents(
  orm: Orm,
  { kind, taskId, beforeId, limit }: Page,
): Promise<ScheduleEventRow[]> {
  const ofTask = sql`(${scheduleEvents.isRunAll} or ${scheduleEvents.taskIds} @> ${JSON.stringify([taskId])}::jsonb)`
  return await orm
    .select()
    .from(scheduleEvents)
    .where(
      and(
        kind && eq(scheduleEvents.kind, kind),
        taskId === undefined ? undefined : ofTask,
        beforeId === undefined ? undefined : lt(scheduleEvents.id, beforeId),
      ),
    )
    .orderBy(desc(scheduleEvents.id))
    .limit(limit)
}
