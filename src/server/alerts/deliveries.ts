import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { DELIVERY_DAYS, LISTED_DELIVERIES, MAX_DELIVERIES_PER_CHANNEL } from '#contract/alert-channel.ts'
import { Refusal } from '#contract/errors.ts'
import type { Alert } from '#domain/alerts/alert.ts'
import { nextTryAt } from '#domain/alerts/next-try.ts'
import { quietUntil } from '#domain/alerts/quiet-hours.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Orm } from '#server/storage/database.ts'
import { alertChannels, alertDeliveries, alerts, users } from '#server/storage/schema.ts'
import { type ChannelRow, requireChannel } from './channels.ts'
import { mailingTo } from './personal/personal-channel.ts'
import type { SendResult } from './send-result.ts'

/** Time before another node takes over the delivery of a lost node. It is longer than any try. */
const LEASE_MS = 2 * MINUTE_MS

type DeliveryRow = typeof alertDeliveries.$inferSelect

/** A delivery this node is trying, until its lease ends. */
export interface ClaimedDelivery {
  readonly delivery: DeliveryRow & { leaseUntil: Date; firstTriedAt: Date }
  readonly channel: ChannelRow
  readonly alert: Alert
}

/**
 * Claims the first waiting delivery of each channel. Later deliveries wait, so a channel gets its alerts in order. The lock
 * on the channel keeps other nodes from claiming at the same time.
 */
export async function claimDeliveries(
  orm: Orm,
  { timezone, now }: { timezone: string; now: Date },
): Promise<ClaimedDelivery[]> {
  return await orm.transaction(async (tx) => {
    const { channelId, state } = alertDeliveries
    const hasWaiting = sql`exists (select from ${alertDeliveries} where ${channelId} = ${alertChannels.id} and ${state} = 'waiting')`
    const rows = await tx
      .select({ channel: alertChannels, address: users.email })
      .from(alertChannels)
      .leftJoin(users, eq(users.id, alertChannels.userId))
      .where(and(eq(alertChannels.isOn, true), hasWaiting))
      .for('update', { of: alertChannels, skipLocked: true })
    const channels = rows.map(({ channel, address }) => (address === null ? channel : mailingTo(channel, address)))
    const awake = channels.filter(({ quietHours }) => !quietHours || !quietUntil({ quietHours, timezone, now }))
    const claimed: ClaimedDelivery[] = []
    for (const channel of awake) {
      const delivery = await claimFirst(tx, channel, now)
      if (delivery) claimed.push(delivery)
    }
    return claimed
  })
}

async function claimFirst(tx: Orm, channel: ChannelRow, now: Date): Promise<ClaimedDelivery | undefined> {
  const [first] = await tx
    .select({ delivery: alertDeliveries, alert: alerts.content })
    .from(alertDeliveries)
    .innerJoin(alerts, eq(alerts.id, alertDeliveries.alertId))
    .where(and(eq(alertDeliveries.channelId, channel.id), eq(alertDeliveries.state, 'waiting')))
    .orderBy(asc(alertDeliveries.id))
    .limit(1)
  if (!first) return undefined
  const { delivery, alert } = first
  const isBeingTried = delivery.leaseUntil !== null && delivery.leaseUntil > now
  if (isBeingTried || delivery.dueAt > now) return undefined
  const claim = {
    tries: delivery.tries + 1,
    firstTriedAt: delivery.firstTriedAt ?? now,
    triedAt: now,
    leaseUntil: new Date(now.getTime() + LEASE_MS),
  }
  await tx.update(alertDeliveries).set(claim).where(eq(alertDeliveries.id, delivery.id))
  return { delivery: { ...delivery, ...claim }, channel, alert: { ...alert, fix: alert.fix ?? alert.cure ?? null } }
}

/** Records how a try ended, unless another node has taken the delivery over. */
export async function recordTry(
  orm: Orm,
  { claimed: { delivery, channel }, result, now }: { claimed: ClaimedDelivery; result: SendResult; now: Date },
): Promise<void> {
  const { outcome, answer, retryAfterMs } = result
  const { tries, firstTriedAt } = delivery
  const dueAt = outcome === 'failed' ? nextTryAt({ tries, firstTriedAt, now, retryAfterMs }) : undefined
  const state = dueAt ? 'waiting' : outcome === 'failed' ? 'given_up' : outcome
  await orm.transaction(async (tx) => {
    // Lock the channel before its deliveries, as turning it off or deleting it does. Another order could deadlock.
    await tx.select({ id: alertChannels.id }).from(alertChannels).where(eq(alertChannels.id, channel.id)).for('update')
    const ended = await tx
      .update(alertDeliveries)
      .set({ state, answer, leaseUntil: null, ...(dueAt && { dueAt }) })
      .where(isStillClaimed(delivery))
      .returning({ id: alertDeliveries.id })
    if (ended.length === 0) return
    const problem = outcome === 'delivered' ? (result.problem ?? null) : answer
    await tx.update(alertChannels).set({ problem }).where(eq(alertChannels.id, channel.id))
  })
}

/** Hands back a delivery interrupted because the node stops. */
export async function releaseDelivery(orm: Orm, { delivery }: ClaimedDelivery): Promise<void> {
  await orm.update(alertDeliveries).set({ leaseUntil: null }).where(isStillClaimed(delivery))
}

function isStillClaimed({ id, tries }: DeliveryRow) {
  return and(eq(alertDeliveries.id, id), eq(alertDeliveries.state, 'waiting'), eq(alertDeliveries.tries, tries))
}

/** Lists the last deliveries of a channel, newest first. @throws Refusal not_found */
export async function listDeliveries(orm: Orm, channelId: number): Promise<{ delivery: DeliveryRow; alert: Alert }[]> {
  await requireChannel(orm, channelId)
  return await orm
    .select({ delivery: alertDeliveries, alert: alerts.content })
    .from(alertDeliveries)
    .innerJoin(alerts, eq(alerts.id, alertDeliveries.alertId))
    .where(eq(alertDeliveries.channelId, channelId))
    .orderBy(desc(alertDeliveries.id))
    .limit(LISTED_DELIVERIES)
}

/** Delivers an alert again, even after a success. @throws Refusal not_found, and invalid for a disabled channel */
export async function resendDelivery(
  orm: Orm,
  { channelId, deliveryId, now }: { channelId: number; deliveryId: number; now: Date },
): Promise<void> {
  await orm.transaction(async (tx) => {
    const { isOn, name } = await requireChannel(tx, channelId)
    if (!isOn) throw new Refusal('invalid', 'This channel is off. Turn it on to send alerts.')
    const resent = await tx
      .update(alertDeliveries)
      .set({ state: 'waiting', dueAt: now, firstTriedAt: null })
      .where(and(eq(alertDeliveries.id, deliveryId), eq(alertDeliveries.channelId, channelId)))
      .returning({ id: alertDeliveries.id })
    if (resent.length === 0) throw new Refusal('not_found', 'This delivery does not exist')
    await recordActivity(tx, { subject: name, count: 1 })
  })
}

/** Deletes old deliveries, and the oldest deliveries of channels with too many. */
export async function removeOldDeliveries(orm: Orm, now: Date): Promise<void> {
  await orm
    .delete(alertDeliveries)
    .where(lt(alertDeliveries.createdAt, new Date(now.getTime() - DELIVERY_DAYS * DAY_MS)))
  const newest = sql`row_number() over (partition by ${alertDeliveries.channelId} order by ${alertDeliveries.id} desc)`
  const ranked = orm
    .select({ id: alertDeliveries.id, rank: newest.as('rank') })
    .from(alertDeliveries)
    .as('ranked')
  const surplus = orm.select({ id: ranked.id }).from(ranked).where(sql`${ranked.rank} > ${MAX_DELIVERIES_PER_CHANNEL}`)
  await orm.delete(alertDeliveries).where(inArray(alertDeliveries.id, surplus))
}
