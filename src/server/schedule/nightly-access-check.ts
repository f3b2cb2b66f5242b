import type { Logger } from 'pino'
import { firstOfDay } from '#domain/schedule/first-of-day.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { AccessChecker } from '#server/access/access-checker.ts'
import type { Config } from '#server/config/config.ts'
import { every } from '#server/pace/every.ts'
import type { Orm } from '#server/storage/database.ts'
import { listTaskSchedules } from '#server/tasks/scheduled-tasks.ts'
import { readRunAllSchedule } from './run-all-schedule.ts'

/** Time between the check and the first copy of the day, enough to share a spreadsheet. */
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

/** Checks the access of all tasks on each day with a scheduled time, an hour before the first time. */
export function startNightlyAccessCheck({
  orm,
  checker,
  config,
  logger,
  now,
  everyMs = LOOK_EVERY_MS,
}: Options): AsyncDisposable {
  async function startIfDue(): Promise<void> {
    const due = await dueSince(orm, config.schedule.timezone, now())
    if (due) await checker.start({ since: due })
  }
  const onError = (err: unknown) =>
    logger.warn({ err }, 'Could not start the nightly access check; trying again in a minute')
  return every(everyMs, { work: startIfDue, onError })
}

/** Returns when today's check was due, in the hour before the day's first scheduled time; undefined at any other time. */
async function dueSince(orm: Orm, timezone: string, now: Date): Promise<Date | undefined> {
  const rules = [await readRunAllSchedule(orm), ...(await listTaskSchedules(orm)).map(({ rule }) => rule)]
  const first = firstOfDay(rules, { now, withinMs: BEFORE_FIRST_MS, timezone })
  return first && new Date(first.getTime() - BEFORE_FIRST_MS)
}
