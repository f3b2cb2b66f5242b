const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400

/** Seconds as 'Xm Ys', or 'Ys' under a minute; '-' when unknown. */
export function formatElapsed(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '-'
  const whole = Math.max(0, Math.round(seconds))
  const minutes = Math.floor(whole / MINUTE_SECONDS)
  return minutes > 0 ? `${minutes}m ${whole % MINUTE_SECONDS}s` : `${whole}s`
}

/** A count with thousands separators. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

interface InZone {
  /** IANA name; defaults to the browser's time zone. */
  timezone?: string
}

/** An ISO date-time as date and time; '-' when empty. */
export function formatDateTime(at: string | null | undefined, zone: InZone = {}): string {
  return at ? inZone(at, { dateStyle: 'medium', timeStyle: 'medium' }, zone) : '-'
}

/** Only the time of day if `at` is today, otherwise the day and the time without seconds. */
export function formatShortTime(
  at: string,
  { nowMs, hasSeconds = true, ...zone }: InZone & { nowMs: number; hasSeconds?: boolean },
): string {
  const dayOf = (time: string) => inZone(time, { dateStyle: 'short' }, zone)
  if (dayOf(at) === dayOf(new Date(nowMs).toISOString()))
    return inZone(at, { timeStyle: hasSeconds ? 'medium' : 'short' }, zone)
  return inZone(at, { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' }, zone)
}

function inZone(at: string, style: Intl.DateTimeFormatOptions, { timezone }: InZone): string {
  const options = { ...style, hourCycle: 'h23', ...(timezone && { timeZone: timezone }) } as const
  return new Intl.DateTimeFormat('en-US', options).format(new Date(at))
}

/** How long ago an ISO date-time was: 'just now', '5 min ago', '3 h ago', '2 d ago'; '-' when empty. */
export function formatRelative(at: string | null | undefined, nowMs: number): string {
  if (!at) return '-'
  const seconds = Math.round((nowMs - Date.parse(at)) / 1000)
  if (seconds < 5) return 'just now'
  if (seconds < MINUTE_SECONDS) return `${seconds} s ago`
  if (seconds < HOUR_SECONDS) return `${Math.floor(seconds / MINUTE_SECONDS)} min ago`
  if (seconds < DAY_SECONDS) return `${Math.floor(seconds / HOUR_SECONDS)} h ago`
  return `${Math.floor(seconds / DAY_SECONDS)} d ago`
}
