import { and, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type { Alert } from '#domain/alerts/alert.ts'
import { ALERT_BUDGET_MS, groupIncidents } from '#domain/alerts/group-incidents.ts'
import { DAY_MS } from '#domain/time.ts'
import { countStoppedBy } from '#server/runs/stopped-runs.ts'
import { tryLockAlerts } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { alerts, alertWaves } from '#server/storage/schema.ts'
import {
  alertOfIncidents,
  alertOfRecovery,
  alertOfToken,
  alertOfWave,
  type NewToken,
  partOfIncidents,
  partOfRecovery,
} from './build-alert.ts'
import {
  endSnoozes,
  forgetRecovered,
  forgetUnreported,
  markReported,
  type PendingIncident,
  readPending,
  spreadSnoozes,
} from './pending-incidents.ts'
import { type Report, reportToPeople } from './personal/report-to-people.ts'
import { queueDeliveries } from './queue-deliveries.ts'
import { endedWaves, summarizeWave } from './read-wave.ts'

/** Time in which an alert can be looked up and snoozed. */
const ALERTS_KEPT_MS = 28 * DAY_MS

interface Options {
  now: Date
  snoozePath: (alertId: string) => string
}

/**
 * Makes alerts of due incidents, and digests of ended waves, on a single node at a time. Alerts and reported incidents are
 * stored in a single transaction, so each incident is reported once, even after a crash.
 */
export async function makeAlerts(orm: Orm, options: Options): Promise<Alert[]> {
  return await orm.transaction(async (tx) => {
    if (!(await tryLockAlerts(tx))) return []
    const { now } = options
    await endSnoozes(tx, now)
    await spreadSnoozes(tx, now)
    await forgetUnreported(tx, now)
    const { opened, recovered } = await readPending(tx)
    const digests = await reportWaves(tx, now)
    if (opened.length + recovered.length === 0) return digests
    const reports = [...(await reportOpened(tx, opened, options)), ...(await reportRecovered(tx, recovered, options))]
    await reportToPeople(tx, { reports, now })
    return [...digests, ...reports.map(({ alert }) => alert)]
  })
}

interface MadeAlert extends Report {
  alert: Alert
}

async function reportOpened(tx: Orm, opened: PendingIncident[], options: Options): Promise<MadeAlert[]> {
  const { now } = options
  const made: MadeAlert[] = []
  for (const incidents of groupIncidents(opened, { now, sentInLastHour: await countSince(tx, now) })) {
    const stopped = await countStoppedBy(tx, failedIn(incidents))
    const stoppedBy = (some: readonly PendingIncident[]) =>
      failedIn(some).reduce((total, id) => total + (stopped.get(id) ?? 0), 0)
    const alert = alertOfIncidents(incidents, { ...options, stoppedCount: stoppedBy(incidents) })
    await store(tx, { alert, now })
    await markReported(tx, { ids: listIds(incidents), alertId: alert.id, now })
    const buildPart = (some: readonly PendingIncident[]) => partOfIncidents(some, stoppedBy(some))
    made.push({ alert, incidents, isRecovery: false, partOf: buildPart })
  }
  return made
}

function failedIn(incidents: readonly PendingIncident[]): number[] {
  return incidents.flatMap(({ kind, task }) => (kind === 'failed' && task ? [task.id] : []))
}

/** Reports recovered incidents. Recoveries within the same minutes share an alert. */
async function reportRecovered(tx: Orm, recovered: PendingIncident[], options: Options): Promise<MadeAlert[]> {
  const { now } = options
  const groups = groupIncidents(recovered, { now, sentInLastHour: await countSince(tx, now) })
  if (groups.length === 0) return []
  const made: MadeAlert[] = []
  for (const incidents of [recovered.filter(({ task }) => task), recovered.filter(({ task }) => !task)]) {
    if (incidents.length === 0) continue
    const alert = alertOfRecovery(incidents, options)
    await store(tx, { alert, now })
    made.push({ alert, incidents, isRecovery: true, partOf: partOfRecovery })
  }
  await forgetRecovered(tx, { ids: listIds(recovered), now })
  return made
}

async function reportWaves(tx: Orm, now: Date): Promise<Alert[]> {
  const made: Alert[] = []
  for (const wave of await endedWaves(tx)) {
    const ended = await summarizeWave(tx, wave)
    await tx.delete(alertWaves).where(eq(alertWaves.waveId, wave.waveId))
    if (!ended) continue
    const alert = alertOfWave(ended, now)
    await store(tx, { alert, now })
    made.push(alert)
  }
  return made
}

/** Alerts a person to a new token in their name, because somebody else may have created it. */
export async function reportNewToken(tx: Orm, token: NewToken, now: Date): Promise<void> {
  await store(tx, { alert: alertOfToken(token, now), now })
}

async function store(tx: Orm, { alert, now }: { alert: Alert; now: Date }): Promise<void> {
  await tx
    .insert(alerts)
    .values({ id: alert.id, kind: alert.kind, content: { ...alert, cure: alert.fix }, createdAt: now })
  await queueDeliveries(tx, alert, now)
}

async function countSince(tx: Orm, now: Date): Promise<number> {
  const hour = gt(alerts.createdAt, new Date(now.getTime() - ALERT_BUDGET_MS))
  const isForEverybody = sql`${alerts.content} ->> 'person' is null`
  return await tx.$count(alerts, and(hour, ne(alerts.kind, 'digest'), isForEverybody))
}

const listIds = (incidents: readonly PendingIncident[]) => incidents.map(({ id }) => id)

/** Deletes old alerts. */
export async function deleteOldAlerts(orm: Orm, now: Date): Promise<void> {
  await orm.delete(alerts).where(lt(alerts.createdAt, new Date(now.getTime() - ALERTS_KEPT_MS)))
}
