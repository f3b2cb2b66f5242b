import { DAY_MS, MINUTE_MS } from '#domain/time.ts'

/** Time that divides every time zone's offset. */
const QUARTER_MS = 15 * MINUTE_MS
/** Margin without labels at each edge, where they would overflow. */
const EDGE_PERCENT = 2

export interface Tick {
  atMs: number
  /** Distance from the left edge. */
  percent: number
  label: string
}

interface Axis {
  fromMs: number
  toMs: number
  stepMinutes: number
  /** IANA name; undefined for the browser's time zone. */
  timezone: string | undefined
}

/** Lists the ticks in a period: multiples of the step on the zone's clock, such as '15:00' or 'Sat 21'. */
export function timeTicks({ fromMs, toMs, stepMinutes, timezone }: Axis): Tick[] {
  const clock = new Intl.DateTimeFormat('en-US', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: timezone,
  })
  const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', day: 'numeric', timeZone: timezone })
  const ticks: Tick[] = []
  for (let atMs = Math.ceil(fromMs / QUARTER_MS) * QUARTER_MS; atMs <= toMs; atMs += QUARTER_MS) {
    const time = clock.format(atMs)
    const [hour, minute] = time.split(':').map(Number)
    const isTick = ((hour ?? 0) * 60 + (minute ?? 0)) % stepMinutes === 0
    const percent = ((atMs - fromMs) / (toMs - fromMs)) * 100
    if (!isTick || percent < EDGE_PERCENT || percent > 100 - EDGE_PERCENT) continue
    ticks.push({ atMs, percent, label: stepMinutes * MINUTE_MS < DAY_MS ? time : dayLabel(day, atMs) })
  }
  return ticks
}

function dayLabel(day: Intl.DateTimeFormat, atMs: number): string {
  const parts = new Map(day.formatToParts(atMs).map(({ type, value }) => [type, value]))
  return `${parts.get('weekday')} ${parts.get('day')}`
}
