import { sql } from 'drizzle-orm'
import { MINUTE_MS } from '#domain/time.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { alertIncidents, runs } from '#server/storage/schema.ts'

/** A scheduled run that has not started by then is late. */
export const LATE_AFTER_MS = 30 * MINUTE_MS

/*
 * What only the passing of time, or a check of the access, brings about. Each is one statement that compares the tasks with
 * the open incidents, so that nothing is missed while no node was up. None waits for a row that the end of a run has
 * locked: such a row is handled the next time.
 */
export async function watchTasks(orm: Orm, now: Date): Promise<void> {
  await openLate(orm, now)
  await openWithoutSuccess(orm, now)
  await openExpectedFailures(orm, now)
  await closeWhatIsOver(orm, now)
  await withdrawFromInactive(orm)
}

/** A run is not late that only waits its turn in a wave whose other runs have started meanwhile. */
async function openLate(orm: Orm, now: Date): Promise<void> {
  const since = new Date(now.getTime() - LATE_AFTER_MS).toISOString()
  await orm.execute(sql`
    insert into ${alertIncidents} (kind, subject, task_id, message, opened_at)
    select 'late', 'task:' || run.task_id, run.task_id,
      'Due at ' || right(run.triggered_by, 5) || ', and not started 30 minutes later.', ${now.toISOString()}
    from ${runs} run
    where run.ended_at is null and run.status = 'Queued' and run.origin = 'schedule' and run.queued_at <= ${since}
      and not exists (select from ${runs} other where other.wave_id = run.wave_id
        and (other.started_at > ${since} or other.status = 'Running'))
    on conflict do nothing`)
}

async function openWithoutSuccess(orm: Orm, now: Date): Promise<void> {
  const firstRunAt = sql`(select min(run.queued_at) from ${runs} run where run.task_id = task.id)`
  await orm.execute(sql`
    insert into ${alertIncidents} (kind, subject, task_id, message, opened_at)
    select 'no_success', 'task:' || task.id, task.id,
      'No run has succeeded for ' || type.alert_after_hours || ' h. See the log of the task.', ${now.toISOString()}
    from ${tasks} task join ${taskTypes} type on type.id = task.task_type_id
    where task.is_active and type.alert_after_hours is not null
      and coalesce(task.last_success_at, ${firstRunAt}) <= ${now.toISOString()}::timestamptz - make_interval(hours => type.alert_after_hours)
    on conflict do nothing`)
}

async function openExpectedFailures(orm: Orm, now: Date): Promise<void> {
  await orm.execute(sql`
    insert into ${alertIncidents} (kind, subject, task_id, message, opened_at)
    select 'will_fail', 'task:' || task.id, task.id, task.access_problem, ${now.toISOString()}
    from ${tasks} task where task.is_active and task.access_problem is not null
      and not exists (select from ${alertIncidents} failed where failed.task_id = task.id and failed.kind = 'failed' and failed.closed_at is null)
    on conflict do nothing`)
}

/** The end of a run closes its incidents, except those that were opened at the same time. */
async function closeWhatIsOver(orm: Orm, now: Date): Promise<void> {
  await orm.execute(sql`
    update ${alertIncidents} set closed_at = ${now.toISOString()} where id in (
      select incident.id from ${alertIncidents} incident join ${tasks} task on task.id = incident.task_id
      where incident.closed_at is null and (
        task.last_success_at > incident.opened_at
        or (incident.kind = 'will_fail' and task.access_problem is null))
      for update of incident skip locked)`)
}

/** Nobody waits for a task that was switched off or deleted. */
async function withdrawFromInactive(orm: Orm): Promise<void> {
  await orm.execute(sql`
    delete from ${alertIncidents} where id in (
      select incident.id from ${alertIncidents} incident
      where incident.task_id is not null
        and not exists (select from ${tasks} task where task.id = incident.task_id and task.is_active)
      for update of incident skip locked)`)
}
