const MINUTE_MS = 60_000
/** Every zone's offset is a multiple of this. */
const QUARTER_MS = 15 * MINUTE_MS
const DAY_MINUTES = 1440
/** A label nearer to the edge would stick out. */
const EDGE_PERCENT = 2

export interface Tick {
  atMs: number
  /** From the left. */
  percent: number
  label: string
}

interface Axis {
  fromMs: number
  toMs: number
  stepMinutes: number
  /** IANA name; the browser's own zone when undefined. */
  timezone: string | undefined
}

/** The moments between two at which the clocks of the zone show a multiple of the step: '15:00', or 'Sat 21' for days. */
export function timeTicks({ fromMs, toMs, stepMinutes, timezone }: Axis): Tick[] {
  const zone = timezone === undefined ? {} : { timeZone: timezone }
  const clock = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zone })
  const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', day: 'numeric', ...zone })
  const ticks: Tick[] = []
  for (let atMs = Math.ceil(fromMs / QUARTER_MS) * QUARTER_MS; atMs <= toMs; atMs += QUARTER_MS) {
    const time = clock.format(atMs)
    const [hour, minute] = time.split(':').map(Number)
    const isMark = ((hour ?? 0) * 60 + (minute ?? 0)) % stepMinutes === 0
    const percent = ((atMs - fromMs) / (toMs - fromMs)) * 100
    if (!isMark || percent < EDGE_PERCENT || percent > 100 - EDGE_PERCENT) continue
    ticks.push({ atMs, percent, label: stepMinutes < DAY_MINUTES ? time : dayLabel(day, atMs) })
  }
  return ticks
}

function dayLabel(day: Intl.DateTimeFormat, atMs: number): string {
  const parts = new Map(day.formatToParts(atMs).map(({ type, value }) => [type, value]))
  return `${parts.get('weekday')} ${parts.get('day')}`
}
