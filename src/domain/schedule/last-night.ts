import { DateTime } from 'luxon'

const EVENING_HOUR = 18
const MORNING_HOUR = 8

/** The night before `now` in a time zone, from 18:00 to 08:00; up to `now` while it lasts. */
export function lastNight({ now, timezone }: { now: Date; timezone: string }): { from: Date; to: Date } {
  const midnight = DateTime.fromJSDate(now, { zone: timezone }).startOf('day')
  const morning = midnight.set({ hour: MORNING_HOUR }).toJSDate()
  return {
    from: midnight.minus({ days: 1 }).set({ hour: EVENING_HOUR }).toJSDate(),
    to: morning < now ? morning : now,
  }
}
