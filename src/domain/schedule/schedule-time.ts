import { DateTime } from 'luxon'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'

/** An occurrence that is older is not made up for. */
const LATEST_MS = 6 * HOUR_MS

/** A wall-clock time, HH:MM, of a zone. */
export interface WallTime {
  readonly time: string
  readonly timezone: string
}

/**
 * The last moment up to `now` at which the clocks of the zone showed the time, once a day: a time that the clocks skip
 * happens as much later as they jump, one that they show twice happens the first time.
 */
export function latestOccurrence({ now, ...wallTime }: WallTime & { now: Date }): Date | undefined {
  return occurrencesAround({ now, ...wallTime }).findLast((moment) => moment <= now)
}

/** The first moment after `now` at which the clocks of the zone show the time. */
export function nextOccurrence({ now, ...wallTime }: WallTime & { now: Date }): Date | undefined {
  return occurrencesAround({ now, ...wallTime }).find((moment) => moment > now)
}

/**
 * Says when the next of some times of day comes, undefined for none. Each time is worked out once, since many tasks share
 * theirs.
 */
export function nextOccurrenceFinder({ timezone, now }: { timezone: string; now: Date }) {
  const momentOf = new Map<string, Date | undefined>()
  return (times: readonly string[]): Date | undefined => {
    for (const time of times) {
      if (!momentOf.has(time)) momentOf.set(time, nextOccurrence({ time, timezone, now }))
    }
    const moments = times.map((time) => momentOf.get(time)).filter((moment) => moment !== undefined)
    return moments.reduce<Date | undefined>((first, moment) => (first && first <= moment ? first : moment), undefined)
  }
}

/** Enough days around `now` to hold one occurrence before and one after it. */
function occurrencesAround({ time, timezone, now }: WallTime & { now: Date }): Date[] {
  const today = DateTime.fromJSDate(now, { zone: timezone })
  return [-2, -1, 0, 1, 2].map((days) => occurrenceOn(today.plus({ days }), time))
}

function occurrenceOn(day: DateTime, time: string): Date {
  const [hour, minute] = time.split(':').map(Number)
  const shown = day.set({ hour: hour ?? 0, minute: minute ?? 0, second: 0, millisecond: 0 })
  const moments = shown.getPossibleOffsets().map((moment) => moment.toMillis())
  return new Date(Math.min(shown.toMillis(), ...moments))
}

/** What to do about a time of day that was dealt with up to `doneUntil`. */
export type Due =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'run'; readonly lateMs: number }
  | { readonly kind: 'tooLate'; readonly lateMs: number }

/** However many occurrences were missed, only the last one counts. */
export function dueAt({ now, doneUntil, ...wallTime }: WallTime & { now: Date; doneUntil: Date }): Due {
  const occurrence = latestOccurrence({ now, ...wallTime })
  if (!occurrence || occurrence <= doneUntil) return { kind: 'nothing' }
  const lateMs = now.getTime() - occurrence.getTime()
  return { kind: lateMs < LATEST_MS ? 'run' : 'tooLate', lateMs }
}

/** '2 h 5 min', for a person; undefined for what nobody would call late. */
export function latenessInWords(lateMs: number): string | undefined {
  const hours = Math.floor(lateMs / HOUR_MS)
  const minutes = Math.floor((lateMs % HOUR_MS) / MINUTE_MS)
  if (hours + minutes === 0) return undefined
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`
}

/** The five cron fields of a time of day. */
export function cronOf(time: string): string {
  const [hour, minute] = time.split(':').map(Number)
  return `${minute} ${hour} * * *`
}
