import type { Snooze } from '#contract/incident.ts'
import { DAY_MS } from '#domain/time.ts'

const lengthMs: Readonly<Record<Snooze, number | undefined>> = {
  day: DAY_MS,
  week: 7 * DAY_MS,
  until_recovered: undefined,
}

/** When a snooze ends; undefined for one that lasts until everything has recovered. */
export function snoozeEnd(snooze: Snooze, now: Date): Date | undefined {
  const ms = lengthMs[snooze]
  return ms === undefined ? undefined : new Date(now.getTime() + ms)
}
