import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { IncidentKind } from '#domain/alerts/alert.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { alertIncidents } from '#server/storage/schema.ts'

/*
 * An incident is the outbox of alerts: it is written in the transaction that finds what is wrong, so that none is lost, and
 * the dispatcher makes alerts of it. At most one of a kind is open for a task or an account, so that an outage of a day
 * writes no more rows than one of an hour.
 */

const MAX_MESSAGE_LENGTH = 2000

interface NewIncident {
  kind: IncidentKind
  taskId: number
  waveId: string
  /** For users: what is wrong and, in the sentences that follow, what to do. */
  message: string
  now: Date
}

/** Opens an incident of a task, unless one of the kind is open. */
export async function openIncident(tx: Orm, { kind, taskId, waveId, message, now }: NewIncident): Promise<void> {
  const subject = taskSubject(taskId)
  const about = { message: message.slice(0, MAX_MESSAGE_LENGTH), waveId }
  await tx
    .insert(alertIncidents)
    .values({ kind, subject, taskId, ...about, openedAt: now })
    .onConflictDoNothing()
}

/** Opens an incident of credentials that were refused, which fail every task that uses them. */
export async function openAccessIncident(
  tx: Orm,
  { subject, waveId, message, now }: { subject: string; waveId: string | null; message: string; now: Date },
): Promise<void> {
  const about = { message: message.slice(0, MAX_MESSAGE_LENGTH), waveId }
  await tx
    .insert(alertIncidents)
    .values({ kind: 'access', subject: subject.slice(0, MAX_MESSAGE_LENGTH), ...about, openedAt: now })
    .onConflictDoNothing()
}

/**
 * Closes what a copy shows to be over: the incidents of its task, and lost access that had failed the task. Only a success
 * ends the time without one.
 */
export async function closeIncidents(
  tx: Orm,
  { taskId, isSuccess, now }: { taskId: number; isSuccess: boolean; now: Date },
): Promise<void> {
  const ofTask = isSuccess
    ? eq(alertIncidents.taskId, taskId)
    : and(eq(alertIncidents.taskId, taskId), sql`${alertIncidents.kind} <> 'no_success'`)
  // What a person granted is watched where it is stored: the task may have changed to another account.
  const hadFailedIt = sql`${alertIncidents.kind} = 'access' and ${alertIncidents.subject} not like ${accountSubject('%')} and ${alertIncidents.message} in (
    select failed.message from ${alertIncidents} failed
    where failed.task_id = ${taskId} and failed.kind = 'failed' and failed.closed_at is null)`
  await tx
    .update(alertIncidents)
    .set({ closedAt: now })
    .where(and(isNull(alertIncidents.closedAt), or(ofTask, hadFailedIt)))
}

export function taskSubject(taskId: number): string {
  return `task:${taskId}`
}

const ACCOUNT_PREFIX = 'account:'

/** A person's access. */
export function accountSubject(email: string): string {
  return ACCOUNT_PREFIX + email
}

/** The address of the person whose access it is; null for anything else. */
export function accountOf(subject: string): string | null {
  return subject.startsWith(ACCOUNT_PREFIX) ? subject.slice(ACCOUNT_PREFIX.length) : null
}

interface MissedTime {
  which: { taskIds: readonly number[] } | { everything: true }
  /** What became of it, for users. */
  message: string
  now: Date
}

/** Opens an incident for each active task whose scheduled time passed while no server was running. */
export async function openMissed(tx: Orm, { which, message, now }: MissedTime): Promise<void> {
  const isMeant =
    'taskIds' in which
      ? sql`task.id in (select value::integer from jsonb_array_elements_text(${JSON.stringify(which.taskIds)}::jsonb))`
      : sql`true`
  await tx.execute(sql`
    insert into ${alertIncidents} (kind, subject, task_id, message, opened_at)
    select 'late', 'task:' || task.id, task.id, ${message}, ${now.toISOString()}
    from ${tasks} task where task.is_active and ${isMeant} on conflict do nothing`)
}
