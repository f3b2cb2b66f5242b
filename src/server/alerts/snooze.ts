import { and, asc, eq, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import { Refusal } from '#contract/errors.ts'
import type { Outcome } from '#contract/field.ts'
import type { Incident, SnoozableAlert, Snooze } from '#contract/incident.ts'
import { snoozeEnd } from '#domain/alerts/snooze.ts'
import { describeFailure } from '#domain/failures/failure.ts'
import { pluralize } from '#domain/pluralize.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { lockAlerts } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { alertIncidents, alerts } from '#server/storage/schema.ts'
import { problemOf, readFailure } from './incidents.ts'

type IncidentRow = typeof alertIncidents.$inferSelect

/** Reads the open incidents of a task, oldest first. */
export async function readIncidents(orm: Orm, taskId: number): Promise<Incident[]> {
  const rows = await orm
    .select()
    .from(alertIncidents)
    .where(and(eq(alertIncidents.taskId, taskId), isNull(alertIncidents.closedAt)))
    .orderBy(asc(alertIncidents.openedAt), asc(alertIncidents.id))
  return rows.map((row) => ({
    kind: row.kind,
    cause: readFailure(row).cause,
    message: describeFailure(readFailure(row)),
    opened_at: row.openedAt.toISOString(),
    ...presentSnooze(row),
  }))
}

/** @throws Refusal 'not_found' */
export async function snoozableAlert(orm: Orm, alertId: string): Promise<SnoozableAlert> {
  const [alert] = await orm.select().from(alerts).where(eq(alerts.id, alertId))
  if (!alert) throw noSuchAlert()
  const open = await orm.select().from(alertIncidents).where(isOpenIn(alertId))
  const snoozed = open.find(({ snooze }) => snooze !== null)
  const { title, reason, at, isReasonInTitle } = alert.content
  return { title, reason: isReasonInTitle ? null : reason, at, open_count: open.length, ...presentSnooze(snoozed) }
}

interface SnoozeRequest {
  alertId: string
  snooze: Snooze
  by: string
  now: Date
}

/**
 * Snoozes the incidents of an alert, so no alerts about them are sent for a while.
 *
 * @throws Refusal 'not_found'
 */
export async function snoozeAlert(orm: Orm, { alertId, snooze, by, now }: SnoozeRequest): Promise<Outcome> {
  return await orm.transaction(async (tx) => {
    await lockAlerts(tx)
    const [alert] = await tx.select().from(alerts).where(eq(alerts.id, alertId))
    if (!alert) throw noSuchAlert()
    const until = snoozeEnd(snooze, now) ?? null
    const snoozed = await change(tx, { where: isOpenIn(alertId), set: { snooze, snoozedUntil: until, snoozedBy: by } })
    if (snoozed.length === 0) return { status: 'warning', message: 'Everything in this alert has recovered.' }
    const entry = { field: 'snooze', before: null, after: snooze }
    await recordActivity(tx, {
      subject: alert.content.title,
      taskIds: listTaskIds(snoozed),
      count: snoozed.length,
      changes: [entry],
    })
    return { status: 'success', message: endings[snooze] }
  })
}

const endings: Readonly<Record<Snooze, string>> = {
  day: 'No more alerts about this for a day.',
  week: 'No more alerts about this for 7 days.',
  until_recovered: 'No more alerts about this until it has recovered.',
}

/** Ends the snooze of a task's incidents and of all incidents with the same cause. */
export async function wakeTask(orm: Orm, taskId: number): Promise<Outcome> {
  return await orm.transaction(async (tx) => {
    await lockAlerts(tx)
    const causes = tx
      .select({ problem: problemOf })
      .from(alertIncidents)
      .where(and(eq(alertIncidents.taskId, taskId), isNotNull(alertIncidents.snooze)))
    const isMeant = or(eq(alertIncidents.taskId, taskId), inArray(problemOf, causes))
    const where = and(isNotNull(alertIncidents.snooze), isMeant)
    const woken = await change(tx, { where, set: { snooze: null, snoozedUntil: null, snoozedBy: null } })
    if (woken.length === 0) return { status: 'warning', message: 'Nothing is snoozed.' }
    const taskIds = listTaskIds(woken)
    await recordActivity(tx, { taskIds })
    return { status: 'success', message: `Alerts about ${pluralize(taskIds.length, 'task')} are on again.` }
  })
}

interface Change {
  where: SQL | undefined
  set: Pick<IncidentRow, 'snooze' | 'snoozedUntil' | 'snoozedBy'>
}

/** Updates incidents. Skips rows locked by the end of a run, which rules out a deadlock. */
async function change(tx: Orm, { where, set }: Change): Promise<IncidentRow[]> {
  const rows = await tx.select().from(alertIncidents).where(where).for('update', { skipLocked: true })
  const ids = rows.map(({ id }) => id)
  return await tx.update(alertIncidents).set(set).where(isInList(alertIncidents.id, ids)).returning()
}

function isOpenIn(alertId: string) {
  return and(eq(alertIncidents.alertId, alertId), isNull(alertIncidents.closedAt))
}

function presentSnooze(row: IncidentRow | undefined): Pick<Incident, 'snooze' | 'snoozed_until' | 'snoozed_by'> {
  return {
    snooze: row?.snooze ?? null,
    snoozed_until: row?.snoozedUntil?.toISOString() ?? null,
    snoozed_by: row?.snoozedBy ?? null,
  }
}

function listTaskIds(rows: readonly IncidentRow[]): number[] {
  return [...new Set(rows.flatMap(({ taskId }) => taskId ?? []))]
}

export function noSuchAlert(): Refusal {
  return new Refusal('not_found', 'This link does not work any more. Open the task to see what is wrong with it.')
}
