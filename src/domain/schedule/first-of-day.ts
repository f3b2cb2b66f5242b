import { DateTime } from 'luxon'
import { occurrencesBetween } from './occurrences.ts'
import type { ScheduleRule } from './schedule-rule.ts'

interface Options {
  now: Date
  withinMs: number
  timezone: string
}

/** The first scheduled time of a day, if it comes within the given duration; otherwise undefined. */
export function firstOfDay(rules: readonly ScheduleRule[], { now, withinMs, timezone }: Options): Date | undefined {
  const firstBetween = (after: number, until: number) => {
    const between = { after: new Date(after), until: new Date(until), timezone }
    const times = rules
      .flatMap((rule) => occurrencesBetween(rule, between))
      .filter(({ isSkipped }) => !isSkipped)
      .map(({ at }) => at.getTime())
    return times.length > 0 ? Math.min(...times) : undefined
  }
  const next = firstBetween(now.getTime(), now.getTime() + withinMs)
  if (next === undefined) return undefined
  const midnight = DateTime.fromMillis(next, { zone: timezone }).startOf('day').toMillis()
  return firstBetween(midnight - 1, next) === next ? new Date(next) : undefined
}
