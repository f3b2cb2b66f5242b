import { IANAZone } from 'luxon'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'

/** Maximum cached hours: more than a year. */
const MAX_KEPT_HOURS = 10_000

/** Offset from UTC and name, e.g. EDT, of a time zone at an instant. */
interface ZoneState {
  readonly offsetMs: number
  readonly name: string
}

/**
 * Returns a formatter for instants of the years 0 to 9999 in a time zone: '2026-07-14 05:30:00 EDT'. Looking up the zone is
 * slow, so its offset and name are cached for every hour without a change.
 */
export function localTimeFormatter(timezone: string): (at: Date) => string {
  const lookUp = zoneLookup(timezone)
  const stateOfHour = new Map<number, ZoneState | 'changes'>()

  function stateAt(atMs: number): ZoneState {
    const hour = Math.floor(atMs / HOUR_MS)
    let kept = stateOfHour.get(hour)
    if (kept === undefined) {
      kept = stateDuring(hour, lookUp)
      if (stateOfHour.size >= MAX_KEPT_HOURS) stateOfHour.clear()
      stateOfHour.set(hour, kept)
    }
    return kept === 'changes' ? lookUp(atMs) : kept
  }

  return (at) => {
    const { offsetMs, name } = stateAt(at.getTime())
    const [date, time] = new Date(at.getTime() + offsetMs).toISOString().split('T')
    return `${date} ${time?.slice(0, 'HH:mm:ss'.length)} ${name}`
  }
}

type ZoneLookup = (atMs: number) => ZoneState

/**
 * Finds the state of the zone during an hour, if it is the same at both ends. Clocks can change at any minute, in Lord Howe at
 * half past.
 */
function stateDuring(hour: number, lookUp: ZoneLookup): ZoneState | 'changes' {
  const first = lookUp(hour * HOUR_MS)
  const last = lookUp((hour + 1) * HOUR_MS - 1)
  return first.offsetMs === last.offsetMs && first.name === last.name ? first : 'changes'
}

function zoneLookup(timezone: string): ZoneLookup {
  const zone = IANAZone.create(timezone)
  const names = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'short' })
  return (atMs) => ({
    offsetMs: Math.round(zone.offset(atMs) * MINUTE_MS),
    name: names.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? timezone,
  })
}
