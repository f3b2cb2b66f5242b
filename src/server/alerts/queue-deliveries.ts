import { eq } from 'drizzle-orm'
import type { Alert } from '#domain/alerts/alert.ts'
import { isWanted } from '#domain/alerts/is-wanted.ts'
import type { Orm } from '#server/storage/database.ts'
import { alertChannels, alertDeliveries } from '#server/storage/schema.ts'

/**
 * Queues an alert for every channel that is on and wants it. Call it in the transaction that stores the alert: either both
 * are there or neither is.
 */
export async function queueDeliveries(tx: Orm, alert: Alert, now: Date): Promise<void> {
  const channels = await tx.select().from(alertChannels).where(eq(alertChannels.isOn, true)).orderBy(alertChannels.id)
  const deliveries = channels
    .filter((channel) => isWanted(channel, alert))
    .map(({ id }) => ({ channelId: id, alertId: alert.id, state: 'waiting' as const, createdAt: now, dueAt: now }))
  if (deliveries.length > 0) await tx.insert(alertDeliveries).values(deliveries)
}
