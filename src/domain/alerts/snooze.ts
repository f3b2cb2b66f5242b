import type { Snooze } from '#contract/incident.ts'
import { DAY_MS } from '#domain/time.ts'

const lengthMs: Readonly<Record<Snooze, number | undefined>> = {
  day: DAY_MS,
  week: 7 * DAY_MS,
  until_recovered: undefined,
}

/** End of a snooze; undefined if it lasts until the recovery. */
export function snoozeEnd(snooze: Snooze, now: Date): Date | undefined {
  const ms = lengthMs[snooze]
  return ms === undefined ? undefined : new Date(now.getTime() + ms)
}
