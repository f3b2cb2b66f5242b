import { waves } from '#contract/wave.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, sharedHandler } from '#server/http/handler.ts'
import { presentTasksDue, presentUpcomingWaves } from '#server/http/present/present-waves.ts'
import { listPastWaves } from '#server/runs/past-waves.ts'
import { isDue } from '#server/schedule/next-times.ts'
import { readRunAllSchedule } from '#server/schedule/run-all-schedule.ts'

/** Handlers for past and upcoming waves of runs. */
export function waveHandlers({
  config,
  database: { orm },
  now,
}: Pick<Context, 'config' | 'database' | 'now'>): Handler[] {
  return [
    sharedHandler(waves.list, async ({ query: { hours } }) => ({
      upcoming: await presentUpcomingWaves({ orm, config, now }),
      past: await listPastWaves(orm, { since: new Date(now().getTime() - hours * HOUR_MS) }),
    })),
    sharedHandler(waves.tasks, async ({ query }) => {
      const [at, everyMinutes] = [new Date(query.at), query.every_minutes ?? null]
      const isRunAll = isDue(await readRunAllSchedule(orm), at, config.schedule.timezone)
      return { tasks: await presentTasksDue({ orm, config }, { at, isRunAll, everyMinutes }) }
    }),
  ]
}
