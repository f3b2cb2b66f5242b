import { DEFAULT_TIMEZONE } from '#contract/schedule.ts'

/** Short name of a schedule's time zone: EST for the default zone, otherwise the zone's own name. */
export function shortTimezoneName(timezone: string): string {
  return timezone === DEFAULT_TIMEZONE ? 'EST' : timezone
}

/** Short name of a time zone, with the zone's own name after EST. */
export function timezoneName(timezone: string): string {
  return timezone === DEFAULT_TIMEZONE ? `EST (${timezone})` : timezone
}
