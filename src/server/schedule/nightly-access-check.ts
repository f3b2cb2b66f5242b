import type { Logger } from 'pino'
import { nextOccurrence } from '#domain/schedule/schedule-time.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { Config } from '#server/config.ts'
import type { Orm } from '#server/storage/database.ts'
import type { AccessChecker } from '#server/sync/access-checker.ts'
import { listTaskTimes } from '#server/tasks/scheduled-tasks.ts'
import { readRunAllSchedule } from './run-all-schedule.ts'

/** Time enough to share a spreadsheet before the first copy of the day. */
const BEFORE_FIRST_MS = HOUR_MS
const LOOK_EVERY_MS = MINUTE_MS

interface Options {
  orm: Orm
  checker: AccessChecker
  config: Pick<Config, 'schedule'>
  logger: Logger
  now: () => Date
  everyMs?: number | undefined
}

/** Checks the access of all tasks once a day, an hour before the first scheduled time. */
export function startNightlyAccessCheck({
  orm,
  checker,
  config,
  logger,
  now,
  everyMs = LOOK_EVERY_MS,
}: Options): AsyncDisposable {
  let looking = Promise.resolve()
  const look = async () => {
    try {
      const due = await dueSince(orm, config.schedule.timezone, now())
      if (due) await checker.start({ since: due })
    } catch (err) {
      logger.warn({ err }, 'Could not start the nightly access check; trying again in a minute')
    }
  }
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, everyMs).unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await looking
    },
  }
}

/** When today's check was due, from an hour before the day's first scheduled time until that time; else undefined. */
async function dueSince(orm: Orm, timezone: string, now: Date): Promise<Date | undefined> {
  const [first] = [...(await readRunAllSchedule(orm)).times, ...(await listTaskTimes(orm))].sort()
  const next = first === undefined ? undefined : nextOccurrence({ time: first, timezone, now })
  if (!next) return undefined
  const due = new Date(next.getTime() - BEFORE_FIRST_MS)
  return due <= now ? due : undefined
}
