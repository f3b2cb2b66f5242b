import { eq } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { alertChannels, alertDeliveries } from '#server/storage/schema.ts'

/**
 * Turns off all channels after a restore, because channels deleted or turned off since the backup would send alerts again. The
 * backup cannot tell these channels apart, so people turn on the channels they still want. Cancels waiting deliveries.
 * @returns the number of channels that were on
 */
export async function turnOffChannels(orm: Orm): Promise<number> {
  const turnedOff = await orm
    .update(alertChannels)
    .set({
      isOn: false,
      problem: 'Turned off: a backup was restored, which may be older than a change of this channel',
    })
    .where(eq(alertChannels.isOn, true))
    .returning({ id: alertChannels.id })
  await orm
    .update(alertDeliveries)
    .set({ state: 'canceled', answer: 'Canceled: a backup was restored', leaseUntil: null })
    .where(eq(alertDeliveries.state, 'waiting'))
  return turnedOff.length
}
