import type { Logger } from 'pino'
import type { ScheduledEntry } from '#contract/schedule.ts'
import { describeInterval } from '#domain/schedule/describe-interval.ts'
import { intervalCron, SlotFinder } from '#domain/schedule/interval.ts'
import { schedulesGoOnAfter } from '#domain/schedule/pause.ts'
import type { ScheduleRule } from '#domain/schedule/schedule-rule.ts'
import { buildCron, nextOccurrence, nextOccurrenceFinder } from '#domain/schedule/schedule-time.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { Config } from '#server/config/config.ts'
import type { Queue } from '#server/queue/queue.ts'
import { readPause } from '#server/runs/pause.ts'
import type { Database, Orm } from '#server/storage/database.ts'
import { listIntervalTasks } from '#server/tasks/interval-tasks.ts'
import { listScheduledTasks } from '#server/tasks/scheduled-tasks.ts'
import type { DriveEdits } from './changed-sources.ts'
import { readRunAllSchedule, replaceRunAllSchedule } from './run-all-schedule.ts'
import { runDueIntervals } from './run-due-intervals.ts'
import { runDueTimes } from './run-due-times.ts'

/** Delay after a notification. A change of many tasks sends many notifications, and a single poll handles them together. */
const SETTLE_MS = 200
/** Maximum time between two polls, in case the clock was set or a notification was missed. */
const MAX_SLEEP_MS = 30_000
/** Minimum time between two polls of intervals. Their starts need not be exact to the second. */
const MIN_INTERVAL_POLL_MS = 5000

export interface Schedules extends AsyncDisposable {
  /** Lists everything scheduled, by time of day. */
  list(): Promise<ScheduledEntry[]>
  runAll(): Promise<ScheduleRule>
  /** Changes the schedule of Run All. Omitted day settings stay unchanged. */
  setRunAll(changed: Parameters<typeof replaceRunAllSchedule>[1]): Promise<ScheduleRule>
}

interface SchedulesOptions {
  database: Database
  queue: Pick<Queue, 'wake'>
  google?: DriveEdits | undefined
  config: Pick<Config, 'schedule'>
  logger: Logger
  now: () => Date
}

/** Queues tasks at their scheduled times, including times missed shortly before startup. */
export async function startSchedules({
  database,
  queue,
  google,
  config,
  logger,
  now,
}: SchedulesOptions): Promise<Schedules> {
  const stopping = new AbortController()
  const { orm } = database
  const { timezone } = config.schedule
  let timer: NodeJS.Timeout | undefined
  let timerAtMs = 0
  let intervalsPolledAtMs = Number.NEGATIVE_INFINITY
  let polling = Promise.resolve()
  let isStopping = false

  /** Runs due tasks. Returns the time to sleep until the next poll. */
  async function runDue(): Promise<number> {
    const { times, hasQueued } = await runDueTimes({ orm, timezone, logger, now })
    const intervals = await pollIntervals()
    if (hasQueued || intervals.hasQueued) await queue.wake()
    const polledAt = now()
    const sleepsMs = times.map(
      (time) => (nextOccurrence({ time, timezone, now: polledAt })?.getTime() ?? 0) - polledAt.getTime(),
    )
    return Math.min(MAX_SLEEP_MS, intervals.sleepMs, ...sleepsMs)
  }

  /** Polls the intervals, but not too often: many notifications must not each compute the intervals of all tasks. */
  async function pollIntervals(): Promise<{ sleepMs: number; hasQueued: boolean }> {
    const sinceMs = now().getTime() - intervalsPolledAtMs
    if (sinceMs >= 0 && sinceMs < MIN_INTERVAL_POLL_MS) {
      return { sleepMs: MIN_INTERVAL_POLL_MS - sinceMs, hasQueued: false }
    }
    intervalsPolledAtMs = now().getTime()
    const { nextAt, hasQueued } = await runDueIntervals({ orm, timezone, logger, now, google, signal: stopping.signal })
    const sleepMs = nextAt ? Math.max(MIN_INTERVAL_POLL_MS, nextAt.getTime() - intervalsPolledAtMs) : MAX_SLEEP_MS
    return { sleepMs, hasQueued }
  }

  /** Schedules the next poll. Keeps an earlier timer, so a stream of notifications cannot postpone the poll forever. */
  function pollIn(sleepMs: number): void {
    const atMs = performance.now() + sleepMs
    if (isStopping || (timer && timerAtMs <= atMs)) return
    clearTimeout(timer)
    timerAtMs = atMs
    timer = setTimeout(() => {
      timer = undefined
      polling = polling.then(poll)
    }, sleepMs)
  }

  async function poll(): Promise<void> {
    try {
      pollIn(await runDue())
    } catch (err) {
      logger.error({ err }, `Poll of the schedule failed; retrying in ${MAX_SLEEP_MS / SECOND_MS} s`)
      pollIn(MAX_SLEEP_MS)
    }
  }

  const changes = await database.listen('nano_sync', {
    onPayload: (payload) => {
      if (payload === 'tasks' || payload === 'schedules') pollIn(SETTLE_MS)
    },
    onGap: () => pollIn(SETTLE_MS),
  })
  await poll()
  return {
    async list() {
      const moment = { timezone, now: schedulesGoOnAfter(await readPause(orm), now()) }
      return [...(await listTimes(orm, moment)), ...(await listIntervals(orm, moment))]
    },
    runAll: () => readRunAllSchedule(orm),
    setRunAll: (changed) => replaceRunAllSchedule(orm, changed),
    async [Symbol.asyncDispose]() {
      isStopping = true
      stopping.abort()
      clearTimeout(timer)
      await changes.stop()
      await polling
    },
  }
}

interface Moment {
  timezone: string
  now: Date
}

async function listTimes(orm: Orm, moment: Moment): Promise<ScheduledEntry[]> {
  const nextOf = nextOccurrenceFinder(moment)
  const runAll = { taskId: null, comment: 'Run All', command: 'Run All Tasks', rule: await readRunAllSchedule(orm) }
  const tasks = (await listScheduledTasks(orm)).map(({ id, name, typeName, rule }) => ({
    taskId: id,
    comment: `${typeName}: ${name}`,
    command: `Run Task ${id}`,
    rule,
  }))
  return [runAll, ...tasks]
    .flatMap((entry) => entry.rule.times.map((time) => ({ ...entry, time })))
    .sort((one, other) => one.time.localeCompare(other.time))
    .map(({ time, taskId, comment, command, rule: { scheduleDays, pausedUntil, holidays } }) => ({
      task_id: taskId,
      comment,
      command,
      schedule: buildCron(time, scheduleDays),
      every_minutes: null,
      every_minutes_between: '',
      next_run_at: nextOf({ times: [time], scheduleDays, pausedUntil, holidays })?.toISOString() ?? null,
      schedule_days: [...scheduleDays],
      paused_until: pausedUntil,
      holidays: [...holidays],
    }))
}

async function listIntervals(orm: Orm, { timezone, now }: Moment): Promise<ScheduledEntry[]> {
  const finder = new SlotFinder(timezone)
  return (await listIntervalTasks(orm)).map(({ id, name, typeName, rule }) => ({
    task_id: id,
    comment: `${typeName}: ${name}, ${describeInterval(rule)}`,
    command: `Run Task ${id}`,
    schedule: intervalCron(rule, id) ?? '*',
    every_minutes: rule.everyMinutes,
    every_minutes_between: rule.between,
    next_run_at: finder.next(rule, { taskId: id, now })?.toISOString() ?? null,
    schedule_days: [...rule.scheduleDays],
    paused_until: rule.pausedUntil,
    holidays: [...rule.holidays],
  }))
}
