import { nextDate, occurrenceOn } from '#domain/schedule/occurrences.ts'
import { dayState, type ScheduleDays } from '#domain/schedule/schedule-rule.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { FreshPromise } from './promise.ts'

/** Time before the promised time of day in which a verification counts, so a run on the evening before counts. */
const FRESH_BY_WINDOW_MS = 12 * HOUR_MS
/** The part of the allowed age after which the next copy is due. */
const DUE_AFTER_PART = 0.75
/** Maximum days to search for a deadline: a pause may be this long. */
const MAX_DAYS_AHEAD = 3000
/** The date of an instant differs from its date in UTC by a day at most. */
const DAYS_AROUND = 1

/** When a verified target is due again, and when it becomes late. */
export interface Deadline {
  readonly dueFrom: Date
  readonly dueAt: Date
}

interface Promised {
  readonly promise: FreshPromise
  /** Days with a promise. */
  readonly days: ScheduleDays
  /** Hours of the interval, e.g. `07:00-19:00`. A target does not age outside them. Empty for the whole day. */
  readonly hours?: string
  /** When the target was last verified, or when its verification became due. */
  readonly since: Date
}

interface Day {
  readonly fromMs: number
  readonly toMs: number
  /** Instant of the promised time of day; undefined if none is promised. */
  readonly byMs: number | undefined
}

/**
 * Returns a function that finds the deadline of a target; undefined if its schedule has no day in the next years. It caches the
 * days of each schedule, because many tasks share a schedule.
 */
export function deadlineFinder(timezone: string): (promised: Promised) => Deadline | undefined {
  const calendars = new Map<string, Calendar>()

  function findCalendar({ promise: { freshBy }, days, hours = '' }: Promised): Calendar {
    const key = JSON.stringify([freshBy, hours, days.scheduleDays, days.pausedUntil, days.holidays])
    const known = calendars.get(key)
    if (known) return known
    const calendar = keptByDate((date) =>
      dayState(days, date) === 'runs' ? buildDay({ date, freshBy, hours, timezone }) : undefined,
    )
    calendars.set(key, calendar)
    return calendar
  }

  return (promised) => {
    const dayOn = findCalendar(promised)
    const { promise, since } = promised
    const found = [
      promise.freshBy === null ? undefined : byTime(since, dayOn),
      byAge(since, promise.freshWithinMinutes, dayOn),
    ]
    return earliest(found.filter((deadline) => deadline !== undefined))
  }
}

/** The first time of day whose window begins after the target was verified. */
function byTime(since: Date, dayOn: Calendar): Deadline | undefined {
  for (const epochDay of daysFrom(since)) {
    const byMs = dayOn(epochDay)?.byMs
    if (byMs === undefined) continue
    const fromMs = byMs - FRESH_BY_WINDOW_MS
    if (fromMs > since.getTime()) return { dueFrom: new Date(fromMs), dueAt: new Date(byMs) }
  }
  return undefined
}

/** When the target reaches the allowed age. It ages only on the days of its schedule: on other days, nobody expects a copy. */
function byAge(since: Date, freshWithinMinutes: number | null, dayOn: Calendar): Deadline | undefined {
  if (freshWithinMinutes === null) return undefined
  const allowedMs = freshWithinMinutes * MINUTE_MS
  let ageMs = 0
  let dueFrom: Date | undefined
  for (const epochDay of daysFrom(since)) {
    const day = dayOn(epochDay)
    if (!day || day.toMs <= since.getTime()) continue
    const startMs = Math.max(day.fromMs, since.getTime())
    const whenAged = (ms: number) => new Date(startMs + ms - ageMs)
    const afterDayMs = ageMs + day.toMs - startMs
    if (afterDayMs >= allowedMs * DUE_AFTER_PART) dueFrom ??= whenAged(allowedMs * DUE_AFTER_PART)
    if (dueFrom && afterDayMs >= allowedMs) return { dueFrom, dueAt: whenAged(allowedMs) }
    ageMs = afterDayMs
  }
  return undefined
}

function earliest(deadlines: readonly Deadline[]): Deadline | undefined {
  const [first, ...others] = deadlines
  if (!first) return undefined
  const least = (one: Date, other: Date) => (other < one ? other : one)
  return others.reduce(
    (one, other) => ({ dueFrom: least(one.dueFrom, other.dueFrom), dueAt: least(one.dueAt, other.dueAt) }),
    first,
  )
}

/** The day this many days after January 1, 1970. */
type Calendar = (epochDay: number) => Day | undefined

function keptByDate(findDay: (date: string) => Day | undefined): Calendar {
  const days = new Map<number, Day | undefined>()
  return (epochDay) => {
    if (!days.has(epochDay)) days.set(epochDay, findDay(formatDate(epochDay)))
    return days.get(epochDay)
  }
}

interface DayOptions {
  date: string
  freshBy: string | null
  hours: string
  timezone: string
}

function buildDay({ date, freshBy, hours, timezone }: DayOptions): Day {
  const at = (time: string, on = date) => occurrenceOn({ date: on, time, timezone }).at.getTime()
  const [from = '', to = ''] = (hours || WHOLE_DAY).split('-')
  const endsNextDay = to === '24:00' || to < from
  const toMs = endsNextDay ? at(to === '24:00' ? '00:00' : to, nextDate(date)) : at(to)
  return { fromMs: at(from), toMs, byMs: freshBy === null ? undefined : at(freshBy) }
}

const WHOLE_DAY = '00:00-24:00'

function* daysFrom(since: Date): Generator<number> {
  const first = Math.floor(since.getTime() / DAY_MS)
  for (let day = -DAYS_AROUND; day < MAX_DAYS_AHEAD; day += 1) yield first + day
}

function formatDate(epochDay: number): string {
  return new Date(epochDay * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)
}
