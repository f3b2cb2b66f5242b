import { DateTime } from 'luxon'

const EVENING_HOUR = 18
const MORNING_HOUR = 8

/** The last night in a time zone, from 18:00 to 08:00; a night in progress ends at `now`. */
export function lastNight({ now, timezone }: { now: Date; timezone: string }): { from: Date; to: Date } {
  const midnight = DateTime.fromJSDate(now, { zone: timezone }).startOf('day')
  const morning = midnight.set({ hour: MORNING_HOUR }).toJSDate()
  return {
    from: midnight.minus({ days: 1 }).set({ hour: EVENING_HOUR }).toJSDate(),
    to: morning < now ? morning : now,
  }
}

/** The coming night in a time zone, or the rest of the current night. */
export function tonight({ now, timezone }: { now: Date; timezone: string }): { from: Date; to: Date } {
  const local = DateTime.fromJSDate(now, { zone: timezone })
  const midnight = local.startOf('day')
  const morning = midnight.set({ hour: MORNING_HOUR }).toJSDate()
  if (now < morning) return { from: now, to: morning }
  const evening = midnight.set({ hour: EVENING_HOUR }).toJSDate()
  const to = midnight.plus({ days: 1 }).set({ hour: MORNING_HOUR }).toJSDate()
  return { from: evening < now ? now : evening, to }
}
