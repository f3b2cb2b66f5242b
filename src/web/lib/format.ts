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

/** A count with thousands separated. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

interface InZone {
  /** IANA name; the browser's own zone when left out. */
  timezone?: string
}

/** An ISO moment as date and time; '-' when empty. */
export function formatDateTime(at: string | null | undefined, zone: InZone = {}): string {
  return at ? inZone(at, { dateStyle: 'medium', timeStyle: 'medium' }, zone) : '-'
}

/** A moment as short as it can be told without doubt: the time if it is today, else the day and the minute. */
export function formatShortTime(
  at: string,
  { nowMs, hasSeconds = true, ...zone }: InZone & { nowMs: number; hasSeconds?: boolean },
): string {
  const dayOf = (moment: string) => inZone(moment, { dateStyle: 'short' }, zone)
  if (dayOf(at) === dayOf(new Date(nowMs).toISOString()))
    return inZone(at, { timeStyle: hasSeconds ? 'medium' : 'short' }, zone)
  return inZone(at, { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' }, zone)
}

function inZone(at: string, style: Intl.DateTimeFormatOptions, { timezone }: InZone): string {
  const options = { ...style, hourCycle: 'h23', ...(timezone && { timeZone: timezone }) } as const
  return new Intl.DateTimeFormat('en-US', options).format(new Date(at))
}

/** How long ago an ISO moment was, as 'just now', '5 min ago', '3 h ago', '2 d ago'; '-' when empty. */
export function formatRelative(at: string | null | undefined, nowMs: number): string {
  if (!at) return '-'
  const seconds = Math.round((nowMs - Date.parse(at)) / 1000)
  if (seconds < 5) return 'just now'
  if (seconds < MINUTE_SECONDS) return `${seconds} s ago`
  if (seconds < HOUR_SECONDS) return `${Math.floor(seconds / MINUTE_SECONDS)} min ago`
  if (seconds < DAY_SECONDS) return `${Math.floor(seconds / HOUR_SECONDS)} h ago`
  return `${Math.floor(seconds / DAY_SECONDS)} d ago`
}
