import { asc, eq, inArray } from 'drizzle-orm'
import type { MyAlerts } from '#contract/my-alerts.ts'
import { fieldChanges } from '#server/activity/field-changes.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { type ChannelRow, cancelWaiting } from '#server/alerts/channels.ts'
import type { Orm } from '#server/storage/database.ts'
import { alertChannels, users } from '#server/storage/schema.ts'

/*
 * A person's own alerts go to a private channel: a row of the channels with the person's ID. The row has no address, because
 * mail goes to the address of the last sign-in.
 */

interface Person {
  id: number
  email: string
}

export type Choices = Pick<MyAlerts, 'tasks' | 'kinds' | 'quiet_hours'>

/** Finds a person's channel; undefined if the person has not chosen any alerts yet. */
export async function findPersonalChannel(orm: Orm, { id, email }: Person): Promise<ChannelRow | undefined> {
  const [row] = await orm.select().from(alertChannels).where(eq(alertChannels.userId, id))
  return row && mailingTo(row, email)
}

/** Returns the channel with a single recipient. */
export function mailingTo(channel: ChannelRow, address: string): ChannelRow {
  return { ...channel, recipients: [address] }
}

/** Builds a channel for a person without choices, to test whether mail reaches the person. */
export function trialChannel({ id, email }: Person, now: Date): ChannelRow {
  return {
    ...buildRow({ tasks: [], kinds: [], quiet_hours: null }),
    ...fixedFields({ id, email }, now),
    id: 0,
    recipients: [email],
    sealedUrl: null,
    sealedSecret: null,
  }
}

/** Stores a person's choices. Cancels waiting mail once the person wants no alerts. */
export async function savePersonalChannel(
  orm: Orm,
  { person, choices, now }: { person: Person; choices: Choices; now: Date },
): Promise<void> {
  await orm.transaction(async (tx) => {
    const isTheirs = eq(alertChannels.userId, person.id)
    const [before] = await tx.select().from(alertChannels).where(isTheirs).for('update')
    const after = buildRow(choices)
    const values = { ...after, ...fixedFields(person, now) }
    const [saved] = await tx
      .insert(alertChannels)
      .values(values)
      .onConflictDoUpdate({ target: alertChannels.userId, set: after })
      .returning({ id: alertChannels.id })
    if (saved && before?.isOn && !after.isOn) await cancelWaiting(tx, saved.id)
    const changes = fieldChanges({
      before: shownFields(before ? readChoices(before) : NO_CHOICES),
      after: shownFields(choices),
    })
    if (changes.length > 0) await recordActivity(tx, { subject: person.email, count: 1, changes })
  })
}

export function readChoices({ myTasks, kinds, quietHours }: ChannelRow): Choices {
  return { tasks: myTasks ?? [], kinds, quiet_hours: quietHours }
}

const NO_CHOICES: Choices = { tasks: [], kinds: [], quiet_hours: null }

function shownFields({ tasks, kinds, quiet_hours }: Choices) {
  return { tasks, kinds, quiet_hours: quiet_hours && `${quiet_hours.from}–${quiet_hours.to}` }
}

function buildRow({ tasks, kinds, quiet_hours }: Choices) {
  return { isOn: tasks.length > 0, myTasks: tasks, kinds, quietHours: quiet_hours, problem: null }
}

/**
 * Returns the fields that all private channels share. Without recipients, a node of an earlier version sends no mail. Names of
 * other channels are trimmed, so none can equal this name.
 */
function fixedFields({ id, email }: Person, now: Date) {
  return {
    userId: id,
    kind: 'email',
    name: ` My alerts of user ${id}`,
    typeIds: null,
    digest: 'never',
    recipients: [],
    createdBy: email,
    createdAt: now,
  } as const satisfies Partial<ChannelRow>
}

/** Deletes the alerts of people who left, and their waiting deliveries. */
export async function endPersonalAlerts(tx: Orm, hasLeft: (address: string) => boolean): Promise<void> {
  const rows = await tx
    .select({ id: alertChannels.id, email: users.email })
    .from(alertChannels)
    .innerJoin(users, eq(users.id, alertChannels.userId))
    .orderBy(asc(alertChannels.id))
    .for('update', { of: alertChannels })
  const ended = rows.filter(({ email }) => hasLeft(email)).map(({ id }) => id)
  if (ended.length > 0) await tx.delete(alertChannels).where(inArray(alertChannels.id, ended))
}
