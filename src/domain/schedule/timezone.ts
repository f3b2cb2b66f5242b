import { DEFAULT_TIMEZONE } from '#contract/schedule.ts'

/** The short name of a schedule's time zone. The default zone is called EST; any other goes by its own name. */
export function shortTimezoneName(timezone: string): string {
  return timezone === DEFAULT_TIMEZONE ? 'EST' : timezone
}

/** Like the short name, with the zone's own name after EST. */
export function timezoneName(timezone: string): string {
  return timezone === DEFAULT_TIMEZONE ? `EST (${timezone})` : timezone
}
