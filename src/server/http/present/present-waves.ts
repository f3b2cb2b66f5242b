import type { TaskOfWave, UpcomingWave } from '#contract/wave.ts'
import { describeFailure } from '#domain/failures/failure.ts'
import { buildForecast } from '#domain/forecast/describe-forecast.ts'
import type { ForecastType } from '#domain/forecast/forecast.ts'
import type { Context } from '#server/http/context.ts'
import { type NextTime, nextTimes } from '#server/schedule/next-times.ts'
import {
  type ExpectedTask,
  findTasksDue,
  forecastTask,
  groupExpectedFailures,
  listExpectedTasks,
} from '#server/schedule/upcoming-waves.ts'
import type { Orm } from '#server/storage/database.ts'
import { taskTypes } from '#server/storage/live-tables.ts'
import { presentNextTimes } from './present-next-times.ts'

const MAX_UPCOMING_WAVES = 20

type WaveContext = Pick<Context, 'config' | 'now'> & { orm: Orm }

/** Presents the next scheduled waves, earliest first. */
export async function presentUpcomingWaves({ orm, config, now }: WaveContext): Promise<UpcomingWave[]> {
  const { timezone } = config.schedule
  const times = await nextTimes(orm, { now: now(), timezone, limit: MAX_UPCOMING_WAVES })
  if (times.length === 0) return []
  const presented = await presentNextTimes(orm, times)
  const expected = await listExpectedTasks(orm)
  const types = await orm.select().from(taskTypes)
  const limits = { ...config.sheets.quota, workers: config.queue.workers }
  return presented.flatMap((next, index): UpcomingWave[] => {
    const time = times[index]
    if (!time) return []
    const due = findTasksDue(expected, time, timezone)
    return [{ ...next, ...estimateWave(due, { types, limits }), ...describeExpected(due) }]
  })
}

type ForecastContext = Pick<Parameters<typeof buildForecast>[0], 'limits'> & { types: readonly ForecastType[] }

function estimateWave(due: readonly ExpectedTask[], context: ForecastContext): Pick<UpcomingWave, 'ms' | 'requests'> {
  const { ms, reads, writes } = buildForecast({ tasks: due.map(forecastTask), ...context })
  return { ms, requests: reads + writes }
}

function describeExpected(due: readonly ExpectedTask[]): Pick<UpcomingWave, 'will_fail' | 'held_count' | 'types'> {
  const byType = Map.groupBy(due, ({ task }) => task.sync_task_type_id)
  return {
    will_fail: groupExpectedFailures(due).map(({ failure, since, count }) => ({
      cause: failure.cause,
      message: describeFailure(failure),
      since: since?.toISOString() ?? null,
      tasks_count: count,
    })),
    held_count: due.filter((task) => expectedEnd(task) === 'hold').length,
    types: [...byType].map(([id, tasks]) => ({
      task_type_id: id,
      task_type_name: tasks[0]?.task.task_type_name ?? '',
      tasks_count: tasks.length,
    })),
  }
}

function expectedEnd({ accessFailure, holdId }: ExpectedTask): TaskOfWave['expected'] {
  if (accessFailure) return 'fail'
  return holdId === null ? 'copy' : 'hold'
}

/** Presents tasks due at a time. */
export async function presentTasksDue(
  { orm, config }: Omit<WaveContext, 'now'>,
  time: Pick<NextTime, 'at' | 'isRunAll' | 'everyMinutes'>,
): Promise<TaskOfWave[]> {
  const due = findTasksDue(await listExpectedTasks(orm), time, config.schedule.timezone)
  return due.map((expected) => ({ ...expected.task, expected: expectedEnd(expected) }))
}
