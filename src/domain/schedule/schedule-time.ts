import { WEEKDAYS, type Weekday } from '#contract/schedule-days.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { nextOccurrences, type Occurrence, occurrencesBetween } from './occurrences.ts'
import { EVERY_DAY, type ScheduleRule } from './schedule-rule.ts'

/** Maximum delay of a missed occurrence before it is skipped. */
const MAX_LATE_MS = 6 * HOUR_MS
/** Maximum age of a missed occurrence in the list. */
const MAX_MISSED_MS = 7 * DAY_MS
/** Maximum age of the last occurrence, e.g. in a weekly schedule after a holiday. */
const MAX_DUE_AGE_MS = 15 * DAY_MS
/** Time to search back for the last occurrence, enough even if the clocks skip a day. */
const LATEST_WITHIN_MS = 3 * DAY_MS

/** A wall-clock time, HH:MM, in a timezone. */
export interface WallTime {
  readonly time: string
  readonly timezone: string
}

/**
 * Last daily occurrence of the time up to `now`. A time in a daylight saving gap occurs later by the length of the gap. For a
 * repeated time, only the first occurrence counts.
 */
export function latestOccurrence({ now, ...wallTime }: WallTime & { now: Date }): Date | undefined {
  return occurrencesUpTo({ now, after: new Date(now.getTime() - LATEST_WITHIN_MS), ...wallTime }).at(-1)?.at
}

/** The first occurrence of the time after `now`. */
export function nextOccurrence({ time, timezone, now }: WallTime & { now: Date }): Date | undefined {
  return nextOccurrences({ ...EVERY_DAY, times: [time] }, { now, count: 1, timezone })[0]?.at
}

function occurrencesUpTo({ time, timezone, after, now }: WallTime & { after: Date; now: Date }): Occurrence[] {
  return occurrencesBetween({ ...EVERY_DAY, times: [time] }, { after, until: now, timezone })
}

type FindOccurrence = (rule: ScheduleRule) => Date | undefined

interface Moment {
  readonly timezone: string
  readonly now: Date
}

/** Returns a function that finds the earliest next occurrence of a schedule; undefined for none. */
export function nextOccurrenceFinder({ timezone, now }: Moment): FindOccurrence {
  return onceForEach(
    (rule) => nextOccurrences(rule, { now, count: 1, timezone }).find(({ isSkipped }) => !isSkipped)?.at,
  )
}

/** Returns a function that finds the last occurrence of a schedule up to now; undefined if the last days have none. */
export function lastOccurrenceFinder({ timezone, now }: Moment): FindOccurrence {
  const lastWithin = (rule: ScheduleRule, ms: number) =>
    occurrencesBetween(rule, { after: new Date(now.getTime() - ms), until: now, timezone }).findLast(
      ({ isSkipped }) => !isSkipped,
    )?.at
  // Try a single day first: most schedules run every day, and each day takes time to compute.
  return onceForEach((rule) => lastWithin(rule, DAY_MS) ?? lastWithin(rule, MAX_DUE_AGE_MS))
}

/** Computes each schedule once, because many tasks share a schedule. */
function onceForEach(find: FindOccurrence): FindOccurrence {
  const found = new Map<string, Date | undefined>()
  return ({ times, scheduleDays, pausedUntil, holidays }) => {
    if (times.length === 0) return undefined
    const key = JSON.stringify([times, scheduleDays, pausedUntil, holidays])
    if (!found.has(key)) found.set(key, find({ times, scheduleDays, pausedUntil, holidays }))
    return found.get(key)
  }
}

/** The action for a scheduled time. */
export interface DueTime {
  /** The occurrence to run now. */
  readonly run: Occurrence | undefined
  /** The occurrences missed while no server was running, oldest first. */
  readonly missed: readonly Occurrence[]
}

/** The occurrences of a time since `doneUntil`. Only the last occurrence runs, unless it is too old. */
export function dueOccurrences({ now, doneUntil, ...wallTime }: WallTime & { now: Date; doneUntil: Date }): DueTime {
  const after = new Date(Math.max(doneUntil.getTime(), now.getTime() - MAX_MISSED_MS))
  const missed = occurrencesUpTo({ now, after, ...wallTime })
  const last = missed.at(-1)
  if (!last || isTooLate(now.getTime() - last.at.getTime())) return { run: undefined, missed }
  return { run: last, missed: missed.slice(0, -1) }
}

/** Whether a missed start is not worth a run anymore. */
export function isTooLate(lateMs: number): boolean {
  return lateMs >= MAX_LATE_MS
}

/** A start within the minute counts as on time. */
export function isLate(lateMs: number): boolean {
  return lateMs >= MINUTE_MS
}

/** Builds the five cron fields of a time, HH:MM, on every day or on some days of the week. */
export function buildCron(time: string, scheduleDays: readonly Weekday[] = []): string {
  const [hour, minute] = time.split(':').map(Number)
  return `${minute} ${hour} * * ${cronDays(scheduleDays)}`
}

/** The last cron field. */
export function cronDays(scheduleDays: readonly Weekday[]): string {
  const days = scheduleDays.map((day) => (WEEKDAYS.indexOf(day) + 1) % WEEKDAYS.length)
  return days.length === 0 ? '*' : days.join(',')
}
