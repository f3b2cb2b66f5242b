import { schedules as routes } from '#contract/schedule.ts'
import type { Context } from '#server/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'

export function scheduleHandlers({ config, schedules }: Pick<Context, 'config' | 'schedules'>): Handler[] {
  const { timezone } = config.schedule
  return [
    handler(routes.list, () => schedules.list()),
    handler(routes.runAll, async () => ({ scheduled_times: await schedules.runAllTimes(), timezone })),
    handler(routes.setRunAll, async ({ body }) => {
      const times = await schedules.setRunAllTimes(body.scheduled_times)
      const message =
        times.length === 0 ? 'Run All is no longer scheduled.' : `Run All is scheduled at ${times.join(', ')}.`
      return { scheduled_times: times, timezone, message }
    }),
  ]
}
