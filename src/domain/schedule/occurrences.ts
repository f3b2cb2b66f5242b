import { DateTime } from 'luxon'
import { DAY_MS } from '#domain/time.ts'
import { type DayState, dayState, type ScheduleDays, type ScheduleRule } from './schedule-rule.ts'

/** Maximum days to search for the next occurrence, enough for a holiday on every Monday of seven years. */
const MAX_DAYS_AHEAD = 3000
/** A clock change moves a time by a day at most. */
const DAYS_AROUND = 2

/** A scheduled time on a day. */
export interface Occurrence {
  /** Scheduled day, YYYY-MM-DD. */
  readonly date: string
  /** Scheduled time, HH:MM. */
  readonly time: string
  readonly at: Date
  /**
   * `gap`: the clocks skip the time, so it occurs later by the length of the gap. `fold`: the clocks show the time twice, and
   * the first time counts.
   */
  readonly clock: 'normal' | 'gap' | 'fold'
  /** Date on the clocks at the instant of the occurrence; differs only if the clocks skip the time. */
  readonly shownDate: string
  readonly shownTime: string
}

/** An occurrence within its schedule. */
export interface PlannedOccurrence extends Occurrence {
  /** Whether the clocks skip it, and another time of the schedule already runs at the moment it would move to. */
  readonly isSkipped: boolean
}

interface InZone {
  readonly timezone: string
}

/** Finds the instant when the clocks first show a time on a day. If they skip the time, it is later by the gap. */
export function occurrenceOn({ date, time, timezone }: InZone & { date: string; time: string }): Occurrence {
  const local = DateTime.fromISO(`${date}T${time}`, { zone: timezone })
  const [first = local, ...others] = [...local.getPossibleOffsets()].sort((one, other) => +one - +other)
  const shownDate = first.toFormat('yyyy-LL-dd')
  const shownTime = first.toFormat('HH:mm')
  const isShown = shownDate === date && shownTime === time
  const clock = isShown ? (others.length > 0 ? 'fold' : 'normal') : 'gap'
  return { date, time, at: first.toJSDate(), clock, shownDate, shownTime }
}

/** Occurrences after a moment up to another moment, in order. No two run at the same moment. */
export function occurrencesBetween(
  rule: ScheduleRule,
  { after, until, timezone }: InZone & { after: Date; until: Date },
): PlannedOccurrence[] {
  const first = localDate(after, timezone, -DAYS_AROUND)
  const last = localDate(until, timezone, DAYS_AROUND)
  const dates: string[] = []
  for (let date = first; date <= last; date = nextDate(date)) dates.push(date)
  return occurrencesOn(rule, { dates, timezone }).filter(({ at }) => at > after && at <= until)
}

/** Next occurrences, earliest first: `count` runs, and the occurrences between them that a clock change removes. */
export function nextOccurrences(
  rule: ScheduleRule,
  { now, count, timezone }: InZone & { now: Date; count: number },
): PlannedOccurrence[] {
  // The first days may be over, and a clock change can skip a day.
  const from = localDate(now, timezone, -DAYS_AROUND)
  const dates = [...runningDates(rule, { from, count: count + 2 * DAYS_AROUND + 2 })]
  const next: PlannedOccurrence[] = []
  let runs = 0
  for (const occurrence of occurrencesOn(rule, { dates, timezone })) {
    if (occurrence.at <= now) continue
    if (runs === count) break
    next.push(occurrence)
    if (!occurrence.isSkipped) runs += 1
  }
  return next
}

/** Occurrences of the given days. An occurrence skipped by the clocks gives way to another time at the same moment. */
function occurrencesOn(
  rule: ScheduleRule,
  { dates, timezone }: InZone & { dates: readonly string[] },
): PlannedOccurrence[] {
  return dates
    .filter((date) => dayState(rule, date) === 'runs')
    .flatMap((date) => rule.times.map((time) => occurrenceOn({ date, time, timezone })))
    .map((occurrence) => ({ ...occurrence, isSkipped: occurrenceState(rule, occurrence) === 'clock_change' }))
    .sort((one, other) => one.at.getTime() - other.at.getTime() || one.time.localeCompare(other.time))
}

/** Reason why an occurrence runs or does not run. */
export type OccurrenceState = DayState | 'other_time' | 'clock_change'

/**
 * Explains an occurrence. `clock_change`: the clocks skip the time, and another time already runs at the moment it would move
 * to.
 */
export function occurrenceState(
  rule: ScheduleRule,
  { date, time, clock, shownDate, shownTime }: Occurrence,
): OccurrenceState {
  if (!rule.times.includes(time)) return 'other_time'
  const state = dayState(rule, date)
  if (state !== 'runs' || clock !== 'gap') return state
  return rule.times.includes(shownTime) && dayState(rule, shownDate) === 'runs' ? 'clock_change' : 'runs'
}

/** The first days with runs, from a date on. */
export function* runningDates(rule: ScheduleDays, { from, count }: { from: string; count: number }): Generator<string> {
  let found = 0
  let date = rule.pausedUntil !== null && rule.pausedUntil > from ? rule.pausedUntil : from
  for (let days = 0; days < MAX_DAYS_AHEAD && found < count; days += 1) {
    if (dayState(rule, date) === 'runs') {
      yield date
      found += 1
    }
    date = nextDate(date)
  }
}

/** The date in a zone, `days` after `now`. */
export function localDate(now: Date, timezone: string, days: number): string {
  const today = DateTime.fromJSDate(now, { zone: timezone }).toFormat('yyyy-LL-dd')
  return addDays(today, days)
}

export function nextDate(date: string): string {
  return addDays(date, 1)
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)
}
