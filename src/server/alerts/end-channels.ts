import { asc, eq, inArray, or, sql } from 'drizzle-orm'
import { settingsLabels } from '#contract/settings-labels.ts'
import type { Orm } from '#server/storage/database.ts'
import { alertChannels, users } from '#server/storage/schema.ts'
import { cancelWaiting, isOfInstallation } from './channels.ts'

/** Names of a person's disabled channels, and of channels that mailed to the person. */
export interface EndedChannels {
  channels: string[]
  mail: string[]
}

/**
 * Turns off the channels of people who left, and removes their addresses from other channels. A channel that loses its last
 * address is turned off, too. Only addresses used to sign in are known to belong to a person.
 */
export async function endChannels(tx: Orm, hasLeft: (address: string) => boolean): Promise<Map<string, EndedChannels>> {
  const rows = await tx.select().from(alertChannels).where(isOfInstallation).orderBy(alertChannels.id).for('update')
  const addresses = [...new Set(rows.flatMap(({ recipients }) => recipients.map((to) => to.toLowerCase())))]
  const known = await tx.select({ email: users.email }).from(users).where(inArray(users.email, addresses))
  const departed = new Set(known.map(({ email }) => email).filter(hasLeft))
  const ended = new Map<string, EndedChannels>()
  const of = (person: string) => {
    const list = ended.get(person) ?? { channels: [], mail: [] }
    ended.set(person, list)
    return list
  }
  for (const { id, name, createdBy, isOn, recipients } of rows) {
    const kept = recipients.filter((to) => !departed.has(to.toLowerCase()))
    for (const to of recipients) if (!kept.includes(to)) of(to.toLowerCase()).mail.push(name)
    const owner = createdBy.toLowerCase()
    const isOwnerGone = isOn && hasLeft(owner)
    if (isOwnerGone) of(owner).channels.push(name)
    const staysOn = isOn && !isOwnerGone && (recipients.length === 0 || kept.length > 0)
    if (staysOn === isOn && kept.length === recipients.length) continue
    const problem = isOn && !staysOn ? 'Turned off: its owner may no longer sign in' : null
    await tx
      .update(alertChannels)
      .set({ isOn: staysOn, recipients: kept, ...(problem !== null && { problem }) })
      .where(eq(alertChannels.id, id))
    if (isOn && !staysOn) await cancelWaiting(tx, id)
  }
  return ended
}

/**
 * Turns off the channels added under an address, and deletes its owner's own alerts, because another sign-in provider vouched
 * for the owner. Other channels may continue to mail the address.
 * @returns the names of everything that was on
 */
export async function endChannelsOfIdentity(
  tx: Orm,
  { id: userId, email }: { id: number; email: string },
): Promise<string[]> {
  const isTheirs = or(eq(alertChannels.userId, userId), eq(sql`lower(${alertChannels.createdBy})`, email))
  const rows = await tx.select().from(alertChannels).where(isTheirs).orderBy(asc(alertChannels.id)).for('update')
  const problem = 'Turned off: its owner signs in with another sign-in provider now'
  for (const { id, userId: person, isOn } of rows) {
    const isChannel = eq(alertChannels.id, id)
    if (person !== null) await tx.delete(alertChannels).where(isChannel)
    else if (isOn) {
      await tx.update(alertChannels).set({ isOn: false, problem }).where(isChannel)
      await cancelWaiting(tx, id)
    }
  }
  return rows.filter(({ isOn }) => isOn).map((row) => (row.userId === null ? row.name : settingsLabels.myAlerts))
}
