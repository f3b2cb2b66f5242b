import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Failure } from '#domain/failures/failure.ts'
import { HOUR_MS } from '#domain/time.ts'
import { requestError } from '#engine/provider-error.ts'
import { openIncidents } from '#server/alerts/incidents.ts'
import { makeAlerts } from '#server/alerts/make-alerts.ts'
import type { Context } from '#server/http/context.ts'
import { alertIncidents } from '#server/storage/schema.ts'
import { eventually } from './eventually.ts'

/** Creates an alert about a task as if it had failed an hour ago, and returns the content of its snooze link. */
export async function reportFailure(
  { database: { orm }, snoozeLinks, now }: Pick<Context, 'database' | 'snoozeLinks' | 'now'>,
  task: { id: number; name: string },
  failure: Failure = requestError({ reason: 'not_found', about: { file: `The source of ${task.name}` } }).failure,
): Promise<string> {
  const failedAt = new Date(now().getTime() - HOUR_MS)
  await openIncidents(orm, [{ kind: 'failed', taskId: task.id, waveId: randomUUID(), failure }], failedAt)
  const alertId = await eventually({
    what: 'the alert',
    async read() {
      await makeAlerts(orm, { now: now(), snoozePath: snoozeLinks.buildPath })
      const [incident] = await orm.select().from(alertIncidents).where(eq(alertIncidents.taskId, task.id))
      return incident?.alertId ?? ''
    },
    until: (id) => id !== '',
  })
  return new URL(snoozeLinks.buildPath(alertId), 'http://app').searchParams.get('link') ?? ''
}
