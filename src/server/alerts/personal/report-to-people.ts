import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { FilteredKind } from '#contract/alert-channel.ts'
import type { MyTasks } from '#contract/my-alerts.ts'
import type { Alert, AlertPart } from '#domain/alerts/alert.ts'
import { bundleParts, MAX_PARTS } from '#domain/alerts/personal-alert.ts'
import type { PendingIncident } from '#server/alerts/pending-incidents.ts'
import { queueFor } from '#server/alerts/queue-deliveries.ts'
import type { Orm } from '#server/storage/database.ts'
import { alertChannels, alertDeliveries, alerts, users } from '#server/storage/schema.ts'
import { type Concern, readConcerns } from './read-concerns.ts'

/** Incidents of an alert, and a function to build a part about some of them. */
export interface Report {
  incidents: readonly PendingIncident[]
  isRecovery: boolean
  partOf: (incidents: readonly PendingIncident[]) => AlertPart
}

/** Person who has subscribed to alerts. */
interface Reader {
  channelId: number
  address: string
  kinds: FilteredKind[]
  tasks: readonly MyTasks[]
}

/** Queues a mail to each person who wants alerts, with all parts about the person's tasks or access. */
export async function reportToPeople(
  tx: Orm,
  { reports, now }: { reports: readonly Report[]; now: Date },
): Promise<void> {
  if (reports.length === 0) return
  const readers = await listReaders(tx)
  if (readers.length === 0) return
  const concerns = await readConcerns(
    tx,
    reports.flatMap(({ incidents }) => incidents),
  )
  for (const reader of readers) {
    const parts = reports.flatMap((report) => {
      const theirs = report.incidents.filter(({ id, kind }) => isWanted(reader, { kind, ...concerns.get(id) }))
      const isUnwanted = report.isRecovery && !reader.kinds.includes('recovered')
      return theirs.length === 0 || isUnwanted ? [] : [report.partOf(theirs)]
    })
    if (parts.length > 0) await queueMail(tx, { reader, parts, now })
  }
}

/** Lists readers and locks their channels, so no waiting mail is claimed while parts are added to it. */
async function listReaders(tx: Orm): Promise<Reader[]> {
  const rows = await tx
    .select({
      channelId: alertChannels.id,
      address: users.email,
      kinds: alertChannels.kinds,
      tasks: alertChannels.myTasks,
    })
    .from(alertChannels)
    .innerJoin(users, eq(users.id, alertChannels.userId))
    .where(eq(alertChannels.isOn, true))
    .orderBy(asc(alertChannels.id))
    .for('update', { of: alertChannels })
  return rows.map(({ tasks, ...reader }) => ({ ...reader, tasks: tasks ?? [] }))
}

function isWanted(
  { kinds, tasks, address }: Reader,
  { kind, owners, starters }: Partial<Concern> & Pick<PendingIncident, 'kind'>,
): boolean {
  if (!kinds.includes(kind)) return false
  const isMine = tasks.includes('mine') && owners?.has(address)
  return isMine || (tasks.includes('started') && starters?.has(address)) || false
}

/** Queues a mail, or adds the parts to a waiting mail, for example during quiet hours. */
async function queueMail(
  tx: Orm,
  { reader, parts, now }: { reader: Reader; parts: readonly AlertPart[]; now: Date },
): Promise<void> {
  const waiting = await findWaiting(tx, reader.channelId)
  const earlier = waiting?.parts ?? []
  if (waiting && earlier.length > 0 && earlier.length + parts.length <= MAX_PARTS) {
    const content = { ...waiting, ...bundleParts([...earlier, ...parts]) }
    await tx.update(alerts).set({ kind: content.kind, content }).where(eq(alerts.id, waiting.id))
    return
  }
  const { channelId, address: person } = reader
  const bundled = bundleParts(parts)
  const alert: Alert = { ...bundled, id: randomUUID(), at: now.toISOString(), wave: null, person, snoozePath: null }
  await tx.insert(alerts).values({ id: alert.id, kind: alert.kind, content: alert, createdAt: now })
  await queueFor(tx, { channelIds: [channelId], alertId: alert.id, now })
}

/** Finds the alert of the last waiting delivery. Ignores tried deliveries, because the receiver may have the alert. */
async function findWaiting(tx: Orm, channelId: number): Promise<Alert | undefined> {
  const isUntried = and(eq(alertDeliveries.state, 'waiting'), isNull(alertDeliveries.firstTriedAt))
  const [found] = await tx
    .select({ alert: alerts.content })
    .from(alertDeliveries)
    .innerJoin(alerts, eq(alerts.id, alertDeliveries.alertId))
    .where(and(eq(alertDeliveries.channelId, channelId), isUntried))
    .orderBy(desc(alertDeliveries.id))
    .limit(1)
  return found?.alert
}
