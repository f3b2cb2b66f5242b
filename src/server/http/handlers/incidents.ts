import { api } from '#contract/api.ts'
import { STUCK_AFTER_HOURS } from '#contract/overview.ts'
import { groupWith } from '#domain/incidents/group-by-cause.ts'
import { HOUR_MS } from '#domain/time.ts'
import { noSuchAlert, readIncidents, snoozableAlert, snoozeAlert, wakeTask } from '#server/alerts/snooze.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import { presentIncidents } from '#server/http/present/present-incidents.ts'
import { requireTask } from '#server/tasks/read-tasks.ts'
import { readTasksByCause } from '#server/tasks/tasks-by-cause.ts'

/** Handlers for open problems of tasks, and for snoozing alerts about them. */
export function incidentHandlers({
  database: { orm },
  queue,
  snoozeLinks,
  now,
}: Pick<Context, 'database' | 'queue' | 'snoozeLinks' | 'now'>): Handler[] {
  function requireAlert(link: string): string {
    const alertId = snoozeLinks.findAlert(link)
    if (alertId === undefined) throw noSuchAlert()
    return alertId
  }

  return [
    handler(api.incidents.ofTask, async ({ params }) => {
      await requireTask(orm, params.id)
      const stuckBefore = new Date(now().getTime() - STUCK_AFTER_HOURS * HOUR_MS)
      const group = groupWith(await readTasksByCause(orm, { stuckBefore }), params.id)
      const [affected = null] = await presentIncidents(orm, group ? [group] : [])
      return { incidents: await readIncidents(orm, params.id), affected }
    }),
    handler(api.incidents.runAgain, ({ params, caller }) =>
      queue.runAffected({ taskId: params.id, triggeredBy: caller.email }),
    ),
    handler(api.incidents.alert, ({ query }) => snoozableAlert(orm, requireAlert(query.link))),
    handler(api.incidents.snooze, ({ body: { link, snooze }, caller }) =>
      snoozeAlert(orm, { alertId: requireAlert(link), snooze, by: caller.email, now: now() }),
    ),
    handler(api.incidents.wake, async ({ params }) => {
      await requireTask(orm, params.id)
      return await wakeTask(orm, params.id)
    }),
  ]
}
