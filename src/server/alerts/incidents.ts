import { and, eq, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { IncidentKind } from '#domain/alerts/alert.ts'
import { describeFailure, type Failure, isPartial, problemKey } from '#domain/failures/failure.ts'
import { isWider } from '#domain/failures/is-wider.ts'
import type { Orm } from '#server/storage/database.ts'
import { recordset, valuesIn } from '#server/storage/recordset.ts'
import { alertIncidents } from '#server/storage/schema.ts'

/*
 * Incidents are the outbox of alerts. The transaction that finds a problem also writes its incident, so no incident is lost.
 * The dispatcher turns incidents into alerts. At most a single incident of a kind is open for a task or an account, so an
 * outage of a day writes no more rows than an outage of an hour.
 */

const MAX_TEXT_LENGTH = 2000

interface NewIncident {
  kind: IncidentKind
  failure: Failure
  /** Undefined for refused credentials, which fail every task of the account. */
  taskId?: number
  /** The owner of the access. */
  account?: string
  waveId?: string | null
}

const stored = {
  kind: alertIncidents.kind,
  subject: alertIncidents.subject,
  taskId: alertIncidents.taskId,
  waveId: alertIncidents.waveId,
  failure: alertIncidents.failure,
  problem: alertIncidents.problem,
  message: alertIncidents.message,
}

/** Opens incidents, unless an incident of the kind is open. @returns how many were opened */
export async function openIncidents(tx: Orm, incidents: readonly NewIncident[], now: Date): Promise<number> {
  if (incidents.length === 0) return 0
  const rows = incidents.map(({ kind, failure, taskId, account, waveId = null }) => {
    const ofTask = taskId === undefined ? problemKey(failure)?.slice(0, MAX_TEXT_LENGTH) : taskSubject(taskId)
    const subject = account === undefined ? (ofTask ?? '') : accountSubject(account)
    return { kind, subject, taskId: taskId ?? null, waveId, ...buildIncidentText(failure, subject) }
  })
  const values = Object.values(valuesIn('opened', stored))
  const { rows: opened } = Opened.parse(
    await tx.execute(sql`
    insert into ${alertIncidents} (kind, subject, task_id, wave_id, failure, problem, message, opened_at)
    select ${sql.join(values, sql`, `)}, ${now.toISOString()}::timestamptz
    from ${recordset('opened', { columns: stored, rows })}
    on conflict do nothing returning id`),
  )
  return opened.length
}

/**
 * Opens an incident for an event. It replaces the incident of an earlier event of the same kind, because events never recover.
 */
export async function reportEvent(tx: Orm, failure: Failure, now: Date): Promise<void> {
  const subject = problemKey(failure) ?? ''
  await tx.delete(alertIncidents).where(and(eq(alertIncidents.kind, 'access'), eq(alertIncidents.subject, subject)))
  await openIncidents(tx, [{ kind: 'access', failure }], now)
}

interface LatestIncident extends Pick<NewIncident, 'kind' | 'failure' | 'waveId'> {
  taskId: number
  /** Whether to report the incident again, because a person had accepted less than the current hold of the task. */
  isNew?: boolean
}

/**
 * Opens the incident of a task, or updates its open incident with the latest facts. A wider failure is reported again.
 * @returns whether the incident is to be reported
 */
export async function openLatest(tx: Orm, { isNew = false, ...incident }: LatestIncident, now: Date): Promise<boolean> {
  const opened = await openIncidents(tx, [incident], now)
  if (opened > 0) return true
  const { taskId, failure, kind } = incident
  const isOpen = and(eq(alertIncidents.taskId, taskId), eq(alertIncidents.kind, kind), isNull(alertIncidents.closedAt))
  const [open] = await tx
    .select({ failure: stored.failure, message: stored.message })
    .from(alertIncidents)
    .where(isOpen)
  if (!open) return false
  const earlier = readFailure(open)
  // An outage keeps its first failure with the name of the lost access. Both end together.
  if (kind === 'failed' && !isPartial(earlier) && !isPartial(failure)) return false
  const isReported = isNew || isWider(failure, earlier)
  await tx
    .update(alertIncidents)
    .set({ ...buildIncidentText(failure, taskSubject(taskId)), ...(isReported && { reportedAt: null }) })
    .where(isOpen)
  return isReported
}

function buildIncidentText(failure: Failure, subject: string) {
  const problem = problemKey(failure)?.slice(0, MAX_TEXT_LENGTH) ?? `${failure.cause} ${subject}`
  return { failure, problem, message: describeFailure(failure).slice(0, MAX_TEXT_LENGTH) }
}

function taskSubject(taskId: number): string {
  return `task:${taskId}`
}

const Opened = z.object({ rows: z.array(z.unknown()) })

/** Reads the facts of a failure. Rows of the previous version have a sentence instead. */
export function readFailure({
  failure,
  message,
}: Pick<typeof alertIncidents.$inferSelect, 'failure' | 'message'>): Failure {
  return failure ?? { cause: 'unknown', reason: message }
}

/** Cause and subject of an incident. Incidents that share both are reported, snoozed and closed together. */
export const problemOf: SQL<string> = sql`coalesce(${alertIncidents.problem}, ${alertIncidents.message})`

interface ClosingIncidents {
  taskId: number
  isSuccess: boolean
  now: Date
  /** Kinds of incidents to keep open. */
  except?: readonly IncidentKind[]
}

/**
 * Closes incidents a copy proves to be over: incidents of its task, and the lost access behind the task's failures. Only a
 * success ends an incident about missing successes. Freshness depends on age.
 */
export async function closeIncidents(
  tx: Orm,
  { taskId, isSuccess, now, except = [] }: ClosingIncidents,
): Promise<void> {
  const others: readonly IncidentKind[] = [...except, 'not_fresh', ...(isSuccess ? [] : (['no_success'] as const))]
  const ofTask = and(eq(alertIncidents.taskId, taskId), notInArray(alertIncidents.kind, [...others]))
  const failed = tx
    .select({ problem: problemOf })
    .from(alertIncidents)
    .where(and(eq(alertIncidents.taskId, taskId), eq(alertIncidents.kind, 'failed'), isNull(alertIncidents.closedAt)))
  // Access granted by a person is watched where it is stored, because the task may have switched to another account.
  const hadFailedIt = sql`${alertIncidents.kind} = 'access' and ${alertIncidents.subject} not like ${accountSubject('%')}
    and ${problemOf} in ${failed}`
  await tx
    .update(alertIncidents)
    .set({ closedAt: now })
    .where(and(isNull(alertIncidents.closedAt), or(ofTask, hadFailedIt)))
}

const ACCOUNT_PREFIX = 'account:'

/** Builds the subject of an incident about a person's access. */
export function accountSubject(email: string): string {
  return ACCOUNT_PREFIX + email
}

/** Reads the owner's address from a subject; null for subjects other than access. */
export function parseAccount(subject: string): string | null {
  return subject.startsWith(ACCOUNT_PREFIX) ? subject.slice(ACCOUNT_PREFIX.length) : null
}
