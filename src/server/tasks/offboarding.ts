import { and, eq, gt, isNotNull, isNull, like, or, sql } from 'drizzle-orm'
import { resolveOwner } from '#domain/tasks/lent-access.ts'
import { DAY_MS } from '#domain/time.ts'
import { actAs } from '#server/activity/acting.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { isOfInstallation } from '#server/alerts/channels.ts'
import { type EndedChannels, endChannels } from '#server/alerts/end-channels.ts'
import { openIncidents } from '#server/alerts/incidents.ts'
import { endPersonalAlerts } from '#server/alerts/personal/personal-channel.ts'
import { hasLeft } from '#server/config/is-allowed.ts'
import { holdTasks, isOfOwnerWhoLeft } from '#server/runs/holds.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { activity, alertChannels, alertIncidents, holds } from '#server/storage/schema.ts'

/** Number of days for which Home shows that a person no longer gets mail. */
const SHOWN_MAIL_DAYS = 7

interface Sweep {
  /** People who may sign in. An empty list allows everyone. */
  allowedEmails: readonly string[]
  now: Date
}

interface OwnedTask {
  id: number
  owner: string
  isActive: boolean
}

/**
 * Ends all activity in the name of people who may no longer sign in. Holds their tasks, turns off their alert channels, deletes
 * their own alerts, and stops mail to their addresses. Records each person in Activity and in an alert. Closes holds of tasks
 * whose owner may sign in again.
 * @returns the affected people
 */
export async function offboardPeople(orm: Orm, { allowedEmails, now }: Sweep): Promise<string[]> {
  return await orm.transaction(async (tx) => {
    await lockTaskRows(tx)
    await tx.delete(alertIncidents).where(isReportedNews)
    await releaseTasks(tx, { allowedEmails, now })
    const tasksByPerson = Map.groupBy(await unheldTasks(tx, allowedEmails), ({ owner }) => owner)
    await endPersonalAlerts(tx, (person) => hasLeft(person, allowedEmails))
    const channelsByPerson = await endChannels(tx, (person) => hasLeft(person, allowedEmails))
    const people = [...new Set([...tasksByPerson.keys(), ...channelsByPerson.keys()])].sort()
    for (const person of people) {
      await report(tx, {
        person,
        held: tasksByPerson.get(person) ?? [],
        ended: channelsByPerson.get(person) ?? NO_CHANNELS,
        now,
      })
    }
    return people
  })
}

/** Matches reported incidents without a task, which never recover. */
const isReportedNews = and(
  eq(alertIncidents.kind, 'access'),
  or(like(alertIncidents.problem, 'person_left %'), like(alertIncidents.problem, 'key_stored %')),
  isNotNull(alertIncidents.reportedAt),
)

const NO_CHANNELS: EndedChannels = { channels: [], mail: [] }

async function unheldTasks(tx: Orm, allowedEmails: readonly string[]): Promise<OwnedTask[]> {
  const { id, owner, createdBy, isActive } = tasks
  const rows = await tx
    .select({ id, owner, createdBy, isActive })
    .from(tasks)
    .where(sql`not exists (select from ${holds} where ${holds.taskId} = ${tasks.id} and ${holds.closedAt} is null
      and ${isOfOwnerWhoLeft})`)
    .orderBy(id)
  return rows
    .map((row) => ({ id: row.id, owner: resolveOwner(row), isActive: row.isActive }))
    .filter((task) => hasLeft(task.owner, allowedEmails))
}

/** Closes holds of tasks whose owner may sign in: a person took the task over by editing it, or the owner may sign in again. */
async function releaseTasks(tx: Orm, { allowedEmails, now }: Sweep): Promise<void> {
  const held = await tx
    .select({ holdId: holds.id, owner: tasks.owner, createdBy: tasks.createdBy })
    .from(holds)
    .innerJoin(tasks, eq(tasks.id, holds.taskId))
    .where(and(isNull(holds.closedAt), isOfOwnerWhoLeft))
  const released = held.filter((row) => !hasLeft(resolveOwner(row), allowedEmails)).map(({ holdId }) => holdId)
  if (released.length > 0) await tx.update(holds).set({ closedAt: now }).where(isInList(holds.id, released))
}

interface OffboardedOwner {
  person: string
  held: readonly OwnedTask[]
  ended: EndedChannels
  now: Date
}

async function report(tx: Orm, { person, held, ended, now }: OffboardedOwner): Promise<void> {
  const found = held.map(({ id }) => ({ taskId: id, hold: { cause: 'owner_left', person } as const }))
  await holdTasks(tx, { found, now })
  const failure = { cause: 'person_left', person, ...ended } as const
  const active = held.filter(({ isActive }) => isActive)
  const ofTasks = active.map(({ id }) => ({ kind: 'held', taskId: id, failure }) as const)
  // Tasks with the same problem share an alert.
  await openIncidents(tx, ofTasks.length > 0 ? ofTasks : [{ kind: 'access', failure }], now)
  const changes = [
    ...ended.channels.map((name) => ({ field: 'channel', before: name, after: 'off' })),
    ...ended.mail.map((name) => ({ field: 'mail', before: name, after: 'off' })),
  ]
  const acting = { kind: 'person_left', who: 'Nano Sync', origin: 'schedule', at: now } as const
  await actAs(acting, () =>
    recordActivity(tx, { subject: person, taskIds: held.map(({ id }) => id), count: held.length, changes }),
  )
}

/** Lists people who may not sign in, with their held tasks and ended channels. */
export async function listOffboardedPeople(
  orm: Orm,
  { allowedEmails, now }: Sweep,
): Promise<{ email: string; heldTasks: number; channels: string[]; mail: string[] }[]> {
  const person = sql<string>`${holds.rules} -> 0 ->> 'person'`
  const held = await orm
    .select({ email: person, count: sql<number>`count(*)::int` })
    .from(holds)
    .innerJoin(tasks, eq(tasks.id, holds.taskId))
    .where(and(isNull(holds.closedAt), isOfOwnerWhoLeft))
    .groupBy(person)
  const off = await orm
    .select({ name: alertChannels.name, createdBy: alertChannels.createdBy })
    .from(alertChannels)
    .where(and(eq(alertChannels.isOn, false), isOfInstallation))
    .orderBy(alertChannels.name)
  const channelsByPerson = Map.groupBy(
    off.filter(({ createdBy }) => hasLeft(createdBy, allowedEmails)),
    ({ createdBy }) => createdBy.toLowerCase(),
  )
  const mailOf = await endedMail(orm, { allowedEmails, now })
  const heldOf = new Map(held.map(({ email, count }) => [email, count]))
  return [...new Set([...heldOf.keys(), ...channelsByPerson.keys(), ...mailOf.keys()])].sort().map((email) => ({
    email,
    heldTasks: heldOf.get(email) ?? 0,
    channels: (channelsByPerson.get(email) ?? []).map(({ name }) => name),
    mail: mailOf.get(email) ?? [],
  }))
}

/** Finds channels with mail to people who left. Reads Activity, because a removed address leaves no other trace. */
async function endedMail(orm: Orm, { allowedEmails, now }: Sweep): Promise<Map<string, string[]>> {
  const since = new Date(now.getTime() - SHOWN_MAIL_DAYS * DAY_MS)
  const entries = await orm
    .select({ person: activity.subject, changes: activity.changes })
    .from(activity)
    .where(and(eq(activity.kind, 'person_left'), gt(activity.at, since)))
    .orderBy(activity.id)
  const mailOf = new Map<string, string[]>()
  for (const { person, changes } of entries) {
    const names = changes.flatMap(({ field, before }) => (field === 'mail' && before !== null ? [before] : []))
    if (names.length === 0 || !hasLeft(person, allowedEmails)) continue
    mailOf.set(person, [...new Set([...(mailOf.get(person) ?? []), ...names])])
  }
  return mailOf
}
