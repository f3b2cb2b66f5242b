import type { Logger } from 'pino'
import type { ScheduledEntry } from '#contract/schedule.ts'
import { cronOf, nextOccurrence, nextOccurrenceFinder } from '#domain/schedule/schedule-time.ts'
import type { Config } from '#server/config.ts'
import type { Queue } from '#server/queue/queue.ts'
import type { Database, Orm } from '#server/storage/database.ts'
import { listRunAllTimes, replaceRunAllTimes } from './run-all-times.ts'
import { runDueTimes } from './run-due-times.ts'
import { scheduledTasks } from './schedule-marks.ts'

/** A change of many tasks comes as many notifications. */
const SETTLE_MS = 200
/** For clocks that were set and notifications that were missed. */
const LONGEST_SLEEP_MS = 30_000

export interface Schedules extends AsyncDisposable {
  /** Everything that runs by the clock, by time of day. */
  list(): Promise<ScheduledEntry[]>
  /** HH:MM, in order. */
  runAllTimes(): Promise<string[]>
  setRunAllTimes(times: readonly string[]): Promise<string[]>
}

interface SchedulesOptions {
  database: Database
  queue: Pick<Queue, 'wake'>
  config: Pick<Config, 'schedule'>
  logger: Logger
  now: () => Date
}

/** Queues tasks at their times of day, from now on and what was missed shortly before. */
export async function startSchedules({ database, queue, config, logger, now }: SchedulesOptions): Promise<Schedules> {
  const { orm } = database
  const { timezone } = config.schedule
  let timer: NodeJS.Timeout | undefined
  let timerAt = 0
  let looking = Promise.resolve()
  let isStopping = false

  async function look(): Promise<number> {
    const { times, isQueued } = await runDueTimes({ orm, timezone, logger, now })
    if (isQueued) await queue.wake()
    const moment = now()
    const sleeps = times.map(
      (time) => (nextOccurrence({ time, timezone, now: moment })?.getTime() ?? 0) - moment.getTime(),
    )
    return Math.min(LONGEST_SLEEP_MS, ...sleeps)
  }

  /** A look that is due sooner stays: a stream of notifications must not put it off for ever. */
  function lookIn(sleepMs: number): void {
    const at = performance.now() + sleepMs
    if (isStopping || (timer && timerAt <= at)) return
    clearTimeout(timer)
    timerAt = at
    timer = setTimeout(() => {
      timer = undefined
      looking = looking.then(lookAndSleep)
    }, sleepMs)
  }

  async function lookAndSleep(): Promise<void> {
    try {
      lookIn(await look())
    } catch (err) {
      logger.error({ err }, 'The schedule could not be looked at; it is tried again')
      lookIn(LONGEST_SLEEP_MS)
    }
  }

  const unlisten = await database.listen('nano_sync', {
    onPayload: (payload) => {
      if (payload === 'tasks' || payload === 'schedules') lookIn(SETTLE_MS)
    },
    onGap: () => lookIn(SETTLE_MS),
  })
  await lookAndSleep()
  return {
    list: () => listEntries(orm, nextOccurrenceFinder({ timezone, now: now() })),
    runAllTimes: () => listRunAllTimes(orm),
    setRunAllTimes: (times) => replaceRunAllTimes(orm, times),
    async [Symbol.asyncDispose]() {
      isStopping = true
      clearTimeout(timer)
      await unlisten()
      await looking
    },
  }
}

async function listEntries(orm: Orm, nextOf: ReturnType<typeof nextOccurrenceFinder>): Promise<ScheduledEntry[]> {
  const everything = (await listRunAllTimes(orm)).map((time) => ({
    time,
    comment: 'Run All',
    command: 'Run All Tasks',
  }))
  const single = (await scheduledTasks(orm)).flatMap(({ id, name, typeName, times }) =>
    times.map((time) => ({ time, comment: `${typeName}: ${name}`, command: `Run Task ${id}` })),
  )
  return [...everything, ...single]
    .sort((one, other) => one.time.localeCompare(other.time))
    .map(({ time, ...entry }) => ({
      ...entry,
      schedule: cronOf(time),
      next_run_at: nextOf([time])?.toISOString() ?? null,
    }))
}
