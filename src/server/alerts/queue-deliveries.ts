import { eq } from 'drizzle-orm'
import type { Alert } from '#domain/alerts/alert.ts'
import { isWanted } from '#domain/alerts/is-wanted.ts'
import type { Orm } from '#server/storage/database.ts'
import { alertChannels, alertDeliveries, users } from '#server/storage/schema.ts'

/**
 * Queues an alert for every active channel that wants it. Call it in the transaction that stores the alert, so that either both
 * exist or neither does.
 */
export async function queueDeliveries(tx: Orm, alert: Alert, now: Date): Promise<void> {
  const rows = await tx
    .select({ channel: alertChannels, address: users.email })
    .from(alertChannels)
    .leftJoin(users, eq(users.id, alertChannels.userId))
    .where(eq(alertChannels.isOn, true))
    .orderBy(alertChannels.id)
  const wanting = rows.filter(({ channel, address }) =>
    channel.userId === null ? isWanted(channel, alert) : alert.person === address,
  )
  await queueFor(tx, { channelIds: wanting.map(({ channel }) => channel.id), alertId: alert.id, now })
}

export async function queueFor(
  tx: Orm,
  { channelIds, alertId, now }: { channelIds: readonly number[]; alertId: string; now: Date },
): Promise<void> {
  if (channelIds.length === 0) return
  const waiting = { alertId, state: 'waiting', createdAt: now, dueAt: now } as const
  await tx.insert(alertDeliveries).values(channelIds.map((channelId) => ({ channelId, ...waiting })))
}
