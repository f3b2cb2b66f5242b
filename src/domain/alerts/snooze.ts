import { DAY_MS } from '#domain/time.ts'

export const SNOOZES = ['day', 'week', 'until_recovered'] as const
export type Snooze = (typeof SNOOZES)[number]

const lengthMs = { day: DAY_MS, week: 7 * DAY_MS, until_recovered: undefined } as const

/** When a snooze ends; undefined for one that lasts until everything has recovered. */
export function snoozeEnd(snooze: Snooze, now: Date): Date | undefined {
  const ms = lengthMs[snooze]
  return ms === undefined ? undefined : new Date(now.getTime() + ms)
}
