import { api } from '#contract/api.ts'
import { incidentsOf, noSuchAlert, snoozableAlert, snoozeAlert, wakeTask } from '#server/alerts/snooze.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import { requireTask } from '#server/tasks/read-tasks.ts'

/** Handlers for open problems of tasks, and for snoozing alerts about them. */
export function incidentHandlers({
  database: { orm },
  snoozeLinks,
  now,
}: Pick<Context, 'database' | 'snoozeLinks' | 'now'>): Handler[] {
  function requireAlert(link: string): string {
    const alertId = snoozeLinks.alertOf(link)
    if (alertId === undefined) throw noSuchAlert()
    return alertId
  }

  return [
    handler(api.incidents.ofTask, async ({ params }) => {
      await requireTask(orm, params.id)
      return { incidents: await incidentsOf(orm, params.id) }
    }),
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
