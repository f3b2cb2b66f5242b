import { and, asc, eq, exists, inArray, isNotNull, isNull, lte, ne, not, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { IncidentKind } from '#domain/alerts/alert.ts'
import type { GroupedIncident } from '#domain/alerts/group-incidents.ts'
import type { Failure } from '#domain/failures/failure.ts'
import { resolveOwner } from '#domain/tasks/lent-access.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { alertIncidents, alertWaves, runs } from '#server/storage/schema.ts'
import { parseAccount, problemOf, readFailure } from './incidents.ts'

/** Maximum incidents of a pass; the rest follow in the next pass. */
const MAX_PER_PASS = 20_000

/** An incident to report as open or recovered. */
export interface PendingIncident extends GroupedIncident {
  kind: IncidentKind
  failure: Failure
  task: { id: number; name: string; typeId: number; typeName: string; owner: string } | null
  /** The wave of the run that opened it. */
  waveId: string | null
  /** Address of the person whose access the incident is about. */
  account: string | null
}

/** Whether a pass would find something to do. */
export async function hasWork(orm: Orm, now: Date): Promise<boolean> {
  const isDue = or(
    isNull(alertIncidents.reportedAt),
    isNotNull(alertIncidents.closedAt),
    lte(alertIncidents.snoozedUntil, now),
  )
  const incident = orm.select({ one: sql`1` }).from(alertIncidents).where(isDue)
  const [found] = await orm
    .select({ one: sql`1` })
    .from(sql`(select 1) as row`)
    .where(or(exists(incident), exists(orm.select({ one: sql`1` }).from(alertWaves))))
  return found !== undefined
}

/** Unreported incidents, and reported incidents that have recovered since. */
export async function readPending(tx: Orm): Promise<{ opened: PendingIncident[]; recovered: PendingIncident[] }> {
  const isUnreported = and(isNull(alertIncidents.reportedAt), isNull(alertIncidents.snooze))
  const isOpened = and(isUnreported, notExists(unreportedRecovery(tx)))
  const isRecovered = and(isNotNull(alertIncidents.reportedAt), isNotNull(alertIncidents.closedAt))
  const rows = await tx
    .select({
      id: alertIncidents.id,
      kind: alertIncidents.kind,
      failure: alertIncidents.failure,
      problem: problemOf,
      message: alertIncidents.message,
      openedAt: alertIncidents.openedAt,
      closedAt: alertIncidents.closedAt,
      reportedAt: alertIncidents.reportedAt,
      isWaveInProgress,
      waveId: alertIncidents.waveId,
      subject: alertIncidents.subject,
      taskId: tasks.id,
      taskName: tasks.name,
      owner: tasks.owner,
      createdBy: tasks.createdBy,
      typeId: taskTypes.id,
      typeName: taskTypes.name,
    })
    .from(alertIncidents)
    .leftJoin(tasks, eq(tasks.id, alertIncidents.taskId))
    .leftJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    // Exclude incidents of deleted tasks, missing in the joined tables.
    .where(and(or(isOpened, isRecovered), or(isNull(alertIncidents.taskId), isNotNull(taskTypes.id))))
    .orderBy(asc(taskTypes.position), asc(tasks.position), asc(alertIncidents.id))
    .limit(MAX_PER_PASS)
    // Skip locked rows: the end of a run may be closing the incident. The next pass reports the recovery.
    .for('update', { of: alertIncidents, skipLocked: true })
  const pending = rows.map(buildPending)
  const isReported = (index: number) => rows[index]?.reportedAt !== null
  return {
    opened: pending.filter((_, index) => !isReported(index)),
    recovered: pending.filter((_, index) => isReported(index)),
  }
}

/**
 * Finds an unreported recovery from an earlier incident of the same kind. It is reported first, so the last alert about a task
 * is up to date.
 */
function unreportedRecovery(tx: Orm) {
  const earlier = alias(alertIncidents, 'earlier')
  const isSame = and(eq(earlier.kind, alertIncidents.kind), eq(earlier.subject, alertIncidents.subject))
  return tx
    .select({ one: sql`1` })
    .from(earlier)
    .where(and(isSame, isNotNull(earlier.reportedAt), isNotNull(earlier.closedAt)))
}

interface Row extends Pick<PendingIncident, 'id' | 'kind' | 'problem' | 'isWaveInProgress' | 'waveId'> {
  failure: Failure | null
  message: string
  openedAt: Date
  closedAt: Date | null
  reportedAt: Date | null
  subject: string
  taskId: number | null
  taskName: string | null
  owner: string | null
  createdBy: string | null
  typeId: number | null
  typeName: string | null
}

function buildPending({ id, kind, problem, isWaveInProgress, waveId, ...row }: Row): PendingIncident {
  const { taskId, taskName, typeId, typeName, owner, createdBy } = row
  const at = row.reportedAt && row.closedAt ? row.closedAt : row.openedAt
  const task =
    taskId !== null && taskName !== null && typeId !== null && typeName !== null && createdBy !== null
      ? { id: taskId, name: taskName, typeId, typeName, owner: resolveOwner({ owner, createdBy }) }
      : null
  const account = parseAccount(row.subject)
  return { id, kind, failure: readFailure(row), problem, at, isWaveInProgress, waveId, task, account }
}

const isWaveInProgress = sql<boolean>`exists (
  select from ${runs} where ${runs.waveId} = ${alertIncidents.waveId} and ${runs.endedAt} is null)`

/** Deletes incidents that recovered before they were reported. They get no alert, except for late runs. */
export async function forgetUnreported(tx: Orm, now: Date): Promise<void> {
  const isOver = or(isNotNull(alertIncidents.snooze), ne(alertIncidents.kind, 'late'))
  const isUnreported = and(isNotNull(alertIncidents.closedAt), isNull(alertIncidents.reportedAt))
  const forgotten = tx
    .select({ id: alertIncidents.id })
    .from(alertIncidents)
    .where(and(isUnreported, isOver, not(isSnoozed(now))))
    .for('update', { skipLocked: true })
  await tx.delete(alertIncidents).where(inArray(alertIncidents.id, forgotten))
}

/** Ends expired snoozes. An incident is reported again if it outlasts its snooze. */
export async function endSnoozes(tx: Orm, now: Date): Promise<void> {
  const ended = tx
    .select({ id: alertIncidents.id })
    .from(alertIncidents)
    .where(and(isNull(alertIncidents.closedAt), lte(alertIncidents.snoozedUntil, now)))
    .for('update', { skipLocked: true })
  await tx.update(alertIncidents).set(NOT_SNOOZED).where(inArray(alertIncidents.id, ended))
}

const NOT_SNOOZED = { snooze: null, snoozedUntil: null, snoozedBy: null, reportedAt: null }

/** Extends snoozes to later problems of the same task, and to other tasks with the same cause. */
export async function spreadSnoozes(tx: Orm, now: Date): Promise<void> {
  await tx.execute(sql`
    with unreported as (
      select id from ${alertIncidents} where reported_at is null and snooze is null for update skip locked
    )
    update ${alertIncidents} incident
    set snooze = snoozed.snooze, snoozed_until = snoozed.snoozed_until, snoozed_by = snoozed.snoozed_by
    from ${alertIncidents} snoozed
    where incident.id in (select id from unreported) and snoozed.id <> incident.id and snoozed.snooze is not null
      and (snoozed.snoozed_until > ${now.toISOString()} or (snoozed.snoozed_until is null and snoozed.closed_at is null))
      and (coalesce(snoozed.problem, snoozed.message) = coalesce(incident.problem, incident.message) or (snoozed.kind = incident.kind and snoozed.subject = incident.subject))`)
}

function isSnoozed(now: Date) {
  return sql`coalesce(${alertIncidents.snoozedUntil} > ${now.toISOString()}, false)`
}

/** Marks incidents as reported, with the ID of their alert. */
export async function markReported(
  tx: Orm,
  { ids, alertId, now }: { ids: readonly number[]; alertId: string; now: Date },
): Promise<void> {
  await tx.update(alertIncidents).set({ reportedAt: now, alertId }).where(isInList(alertIncidents.id, ids))
}

/** Forgets recovered incidents, except while a snooze silences a repeat. */
export async function forgetRecovered(tx: Orm, { ids, now }: { ids: readonly number[]; now: Date }): Promise<void> {
  await tx.delete(alertIncidents).where(and(isInList(alertIncidents.id, ids), not(isSnoozed(now))))
  await tx.update(alertIncidents).set({ reportedAt: null, alertId: null }).where(isInList(alertIncidents.id, ids))
}
