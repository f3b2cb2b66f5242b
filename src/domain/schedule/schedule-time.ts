import { DateTime } from 'luxon'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'

/** A missed occurrence that is at least this old is not run any more. */
const MAX_LATE_MS = 6 * HOUR_MS

/** A wall-clock time, HH:MM, in a timezone. */
export interface WallTime {
  readonly time: string
  readonly timezone: string
}

/**
 * The last occurrence of the time up to `now`, once a day. A time that daylight saving skips occurs later by the length of
 * the gap; one that comes twice counts only the first time.
 */
export function latestOccurrence({ now, ...wallTime }: WallTime & { now: Date }): Date | undefined {
  return occurrencesAround({ now, ...wallTime }).findLast((occurrence) => occurrence <= now)
}

/** The first occurrence of the time after `now`. */
export function nextOccurrence({ now, ...wallTime }: WallTime & { now: Date }): Date | undefined {
  return occurrencesAround({ now, ...wallTime }).find((occurrence) => occurrence > now)
}

/**
 * Returns a function that finds the earliest next occurrence of several times; undefined for none. It computes each time
 * once, because many tasks share theirs.
 */
export function nextOccurrenceFinder({ timezone, now }: { timezone: string; now: Date }) {
  const nextByTime = new Map<string, Date | undefined>()
  return (times: readonly string[]): Date | undefined => {
    for (const time of times) {
      if (!nextByTime.has(time)) nextByTime.set(time, nextOccurrence({ time, timezone, now }))
    }
    const nexts = times.map((time) => nextByTime.get(time)).filter((next) => next !== undefined)
    return nexts.reduce<Date | undefined>((first, next) => (first && first <= next ? first : next), undefined)
  }
}

/** Enough days around `now` to include an occurrence before it and one after it. */
function occurrencesAround({ time, timezone, now }: WallTime & { now: Date }): Date[] {
  const today = DateTime.fromJSDate(now, { zone: timezone })
  return [-2, -1, 0, 1, 2].map((days) => occurrenceOn(today.plus({ days }), time))
}

function occurrenceOn(day: DateTime, time: string): Date {
  const [hour, minute] = time.split(':').map(Number)
  const local = day.set({ hour: hour ?? 0, minute: minute ?? 0, second: 0, millisecond: 0 })
  const candidates = local.getPossibleOffsets().map((candidate) => candidate.toMillis())
  return new Date(Math.min(local.toMillis(), ...candidates))
}

/** What to do about a scheduled time. */
export type DueOccurrence =
  | { readonly kind: 'none' }
  | { readonly kind: 'run'; readonly lateMs: number }
  | { readonly kind: 'tooLate'; readonly lateMs: number }

/** Whether the time has occurred since `doneUntil`. Of several missed occurrences only the last one counts. */
export function dueOccurrence({
  now,
  doneUntil,
  ...wallTime
}: WallTime & { now: Date; doneUntil: Date }): DueOccurrence {
  const occurrence = latestOccurrence({ now, ...wallTime })
  if (!occurrence || occurrence <= doneUntil) return { kind: 'none' }
  const lateMs = now.getTime() - occurrence.getTime()
  return { kind: lateMs < MAX_LATE_MS ? 'run' : 'tooLate', lateMs }
}

/** '2 h 5 min'; undefined for less than a minute, which does not count as late. */
export function formatLateness(lateMs: number): string | undefined {
  const hours = Math.floor(lateMs / HOUR_MS)
  const minutes = Math.floor((lateMs % HOUR_MS) / MINUTE_MS)
  if (hours + minutes === 0) return undefined
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`
}

/** The five cron fields of a daily time, HH:MM. */
export function cronOf(time: string): string {
  const [hour, minute] = time.split(':').map(Number)
  return `${minute} ${hour} * * *`
}
