import { shortTimezoneName } from '#domain/schedule/timezone.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'

const JUST_NOW_MS = 5 * SECOND_MS
const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
  ['second', SECOND_MS],
] as const
const COUNT = new Intl.NumberFormat('en-US')
const RELATIVE_TIME = new Intl.RelativeTimeFormat('en', { style: 'narrow' })

/** Formats seconds as 'Xm Ys', or 'Ys' under a minute; '-' if unknown. */
export function formatElapsed(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '-'
  const whole = Math.max(0, Math.round(seconds))
  const minutes = Math.floor(whole / 60)
  return minutes > 0 ? `${minutes}m ${whole % 60}s` : `${whole}s`
}

/** Formats a count with thousands separators. */
export function formatCount(count: number): string {
  return COUNT.format(count)
}

interface InZone {
  /** IANA name; defaults to the browser's time zone. */
  timezone?: string | undefined
}

/** Formats an ISO date-time as date and time; '-' if empty. Any other text stays as it is, here and below. */
export function formatDateTime(at: string | null | undefined, zone: InZone = {}): string {
  return at ? inZone(at, { dateStyle: 'medium', timeStyle: 'medium' }, zone) : '-'
}

/** Formats an ISO date-time as a date; '-' if empty. */
export function formatDate(at: string | null | undefined, zone: InZone = {}): string {
  return at ? inZone(at, { dateStyle: 'medium' }, zone) : '-'
}

/** Formats an ISO date-time with the name of its zone, for tooltips; '-' if empty. */
export function formatExactTime(at: string | null | undefined, { timezone }: InZone): string {
  const time = formatDateTime(at, { timezone })
  return at && timezone ? `${time} ${shortTimezoneName(timezone)}` : time
}

/** Formats only the time of day if `at` is today, otherwise the day and the time without seconds. */
export function formatShortTime(
  at: string,
  { nowMs, hasSeconds = true, ...zone }: InZone & { nowMs: number; hasSeconds?: boolean },
): string {
  if (!isDate(at)) return at
  const findDay = (time: string) => inZone(time, { dateStyle: 'short' }, zone)
  if (findDay(at) === findDay(new Date(nowMs).toISOString()))
    return inZone(at, { timeStyle: hasSeconds ? 'medium' : 'short' }, zone)
  return inZone(at, { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' }, zone)
}

/** Formats the time of day without seconds. */
export function formatTimeOfDay(at: string, zone: InZone): string {
  return inZone(at, { timeStyle: 'short' }, zone)
}

/** Formats a day as 'Today', 'Tomorrow', or a date. */
export function formatDay(at: string, { nowMs, ...zone }: InZone & { nowMs: number }): string {
  if (!isDate(at)) return at
  // Compare dates instead of moments, because a day has 23 or 25 hours when the clocks change.
  const daysAhead = (Date.parse(dateIn(Date.parse(at), zone)) - Date.parse(dateIn(nowMs, zone))) / DAY_MS
  if (daysAhead === 0) return 'Today'
  if (daysAhead === 1) return 'Tomorrow'
  return inZone(at, { month: 'short', day: 'numeric' }, zone)
}

function isDate(text: string): boolean {
  return !Number.isNaN(Date.parse(text))
}

function inZone(at: string, style: Intl.DateTimeFormatOptions, { timezone }: InZone): string {
  if (!isDate(at)) return at
  return dateFormat({ ...style, hourCycle: 'h23', timeZone: timezone }).format(new Date(at))
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** Caches a format for each style and zone. Creating a format takes longer than using it a hundred times. */
function dateFormat(style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(style)
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat('en-US', style)
  dateFormats.set(key, format)
  return format
}

/** Formats the age of an ISO date-time: 'just now', '30s ago', '5m ago', '3h ago', '2d ago'; '-' if empty. */
export function formatRelative(at: string | null | undefined, nowMs: number): string {
  if (!at) return '-'
  if (!isDate(at)) return at
  const agoMs = nowMs - Date.parse(at)
  const found = UNITS.find(([, unitMs]) => agoMs >= unitMs)
  if (!found || agoMs < JUST_NOW_MS) return 'just now'
  const [unit, unitMs] = found
  return RELATIVE_TIME.format(-Math.floor(agoMs / unitMs), unit)
}

/** Formats the date of a moment as YYYY-MM-DD. */
export function dateIn(nowMs: number, { timezone }: InZone): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(new Date(nowMs))
}

/** Formats a scheduled moment with its day of the week: 'Sun, Mar 8, 2026, 03:30'. */
export function formatOccurrence(at: Date, zone: InZone): string {
  const style = {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  return inZone(at.toISOString(), style, zone)
}
