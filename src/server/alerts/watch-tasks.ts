import { and, eq, gt, isNotNull, isNull, lte, notExists, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { IncidentKind } from '#domain/alerts/alert.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { pauseEnd } from '#server/runs/pause.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { alertIncidents, runs } from '#server/storage/schema.ts'
import { openIncidents } from './incidents.ts'

/** Delay after which a scheduled run without a start is late. */
export const LATE_AFTER_MS = 30 * MINUTE_MS

/*
 * Opens and closes incidents caused by time alone or by an access check. Each check compares tasks with open incidents, so it
 * also finds problems from a time when no node was up. No check waits for a row locked by the end of a run: the next pass
 * handles it.
 */
export async function watchTasks(orm: Orm, now: Date): Promise<void> {
  await openLate(orm, now)
  await openWithoutSuccess(orm, now)
  await openExpectedFailures(orm, now)
  await closeWhatIsOver(orm, now)
  await withdrawFromInactive(orm)
}

/** Opens incidents of late runs. A run waiting for its turn in a started wave is not late. */
async function openLate(orm: Orm, now: Date): Promise<void> {
  const since = new Date(now.getTime() - LATE_AFTER_MS)
  const other = alias(runs, 'other')
  const hasMovedOn = orm
    .select({ one: sql`1` })
    .from(other)
    .where(and(eq(other.waveId, runs.waveId), or(gt(other.startedAt, since), eq(other.status, 'Running'))))
  const isLate = and(
    isNull(runs.endedAt),
    eq(runs.status, 'Queued'),
    lte(sql`greatest(${runs.queuedAt}, ${pauseEnd})`, since.toISOString()),
    notExists(hasMovedOn),
  )
  const late = await orm
    .select({ taskId: runs.taskId, dueTime: sql<string>`${runs.dueTime}` })
    .from(runs)
    .where(and(isLate, isNotNull(runs.dueTime), hasNone('late', runs.taskId)))
  const incidents = late.map(({ taskId, dueTime }) => {
    return { kind: 'late', taskId, failure: { cause: 'not_started', dueTime } } as const
  })
  await openIncidents(orm, incidents, now)
}

async function openWithoutSuccess(orm: Orm, now: Date): Promise<void> {
  const firstRunAt = sql`(select min(run.queued_at) from ${runs} run where run.task_id = ${tasks.id})`
  const hours = sql<number>`${taskTypes.alertAfterHours}`
  const isOverdue = sql`greatest(coalesce(${tasks.lastSuccessAt}, ${firstRunAt}), ${pauseEnd}) <= ${now.toISOString()}::timestamptz - make_interval(hours => ${hours})`
  const overdue = await orm
    .select({ taskId: tasks.id, hours })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(
      and(eq(tasks.isActive, true), isNotNull(taskTypes.alertAfterHours), isOverdue, hasNone('no_success', tasks.id)),
    )
  const incidents = overdue.map(({ taskId, hours }) => {
    return { kind: 'no_success', taskId, failure: { cause: 'no_success', hours } } as const
  })
  await openIncidents(orm, incidents, now)
}

async function openExpectedFailures(orm: Orm, now: Date): Promise<void> {
  const failing = await orm
    .select({ taskId: tasks.id, failure: tasks.accessFailure })
    .from(tasks)
    .where(
      and(
        eq(tasks.isActive, true),
        isNotNull(tasks.accessFailure),
        hasNone('failed', tasks.id),
        hasNone('will_fail', tasks.id),
      ),
    )
  const incidents = failing.flatMap(({ taskId, failure }) => {
    return failure ? [{ kind: 'will_fail', taskId, failure } as const] : []
  })
  await openIncidents(orm, incidents, now)
}

function hasNone(kind: IncidentKind, taskId: PgColumn): SQL {
  return sql`not exists (select from ${alertIncidents} open where open.task_id = ${taskId} and open.kind = ${kind} and open.closed_at is null)`
}

/** Closes obsolete incidents. The end of a run closes its incidents, but misses incidents opened at the same time. */
async function closeWhatIsOver(orm: Orm, now: Date): Promise<void> {
  await orm.execute(sql`
    update ${alertIncidents} set closed_at = ${now.toISOString()} where id in (
      select incident.id from ${alertIncidents} incident join ${tasks} task on task.id = incident.task_id
      where incident.closed_at is null and (
        (incident.kind <> 'not_fresh' and task.last_success_at > incident.opened_at)
        or (incident.kind = 'will_fail' and task.access_failure is null))
      for update of incident skip locked)`)
}

/** Deletes incidents of deactivated and deleted tasks, because nobody waits for these tasks. */
async function withdrawFromInactive(orm: Orm): Promise<void> {
  await orm.execute(sql`
    delete from ${alertIncidents} where id in (
      select incident.id from ${alertIncidents} incident
      where incident.task_id is not null
        and not exists (select from ${tasks} task where task.id = incident.task_id and task.is_active)
      for update of incident skip locked)`)
}
