import { schedules as routes } from '#contract/schedule.ts'
import type { Context } from '#server/context.ts'
import { type Answer, answer } from '#server/http/handler.ts'

export function scheduleAnswers({ config, schedules }: Pick<Context, 'config' | 'schedules'>): Answer[] {
  const { timezone } = config.schedule
  return [
    answer(routes.list, () => schedules.list()),
    answer(routes.runAll, async () => ({ scheduled_times: await schedules.runAllTimes(), timezone })),
    answer(routes.setRunAll, async ({ body }) => {
      const times = await schedules.setRunAllTimes(body.scheduled_times)
      const message =
        times.length === 0 ? 'Run All is not scheduled any more.' : `Run All is scheduled at ${times.join(', ')}.`
      return { scheduled_times: times, timezone, message }
    }),
  ]
}
