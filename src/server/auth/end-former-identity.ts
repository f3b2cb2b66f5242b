import { eq } from 'drizzle-orm'
import { actAs } from '#server/activity/acting.ts'
import { fieldChanges } from '#server/activity/field-changes.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { apiTokens, users } from '#server/storage/schema.ts'
import type { UserTokens } from './user-tokens.ts'

type UserRow = typeof users.$inferSelect

/** Turns off everything that sends alerts in a person's name. Returns the names. */
export type EndChannels = (tx: Orm, person: Pick<UserRow, 'id' | 'email'>) => Promise<string[]>

interface Parts {
  tx: Orm
  userTokens: UserTokens
  endChannels: EndChannels
}

interface FormerIdentity {
  /** Row of the address, with its owner as described by the former provider. */
  holder: UserRow
  /** IP address of the sign-in by the address's present owner. */
  clientAddress: string
  at: Date
}

/**
 * Ends the rights an address got under another sign-in provider, because anyone may have used the address there. Its tasks
 * stay, but need consent before they use access the owner connects from now on.
 */
export async function endFormerIdentity(
  { tx, userTokens, endChannels }: Parts,
  { holder, clientAddress, at }: FormerIdentity,
): Promise<void> {
  const { id, email, lending } = holder
  // Take this lock first, as every change of several channels does before it locks a channel.
  await lockTaskRows(tx)
  await userTokens.remove(tx, email)
  const revoked = await tx.delete(apiTokens).where(eq(apiTokens.userId, id)).returning({ name: apiTokens.name })
  const tokens = revoked.map(({ name }) => name)
  const channels = await endChannels(tx, holder)
  await tx.update(users).set({ lending: 'nobody' }).where(eq(users.id, id))
  const changes = fieldChanges({
    before: { api_tokens: tokens, alert_channels: channels, lending },
    after: { lending: 'nobody' },
  })
  const acting = { kind: 'issuer_changed', who: email, origin: 'browser', address: clientAddress, at } as const
  await actAs(acting, () => recordActivity(tx, { subject: email, count: tokens.length + channels.length, changes }))
}
