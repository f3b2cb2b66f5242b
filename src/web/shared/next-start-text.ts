import { formatDay, formatTimeOfDay } from '../lib/format.ts'

/** The first hour of the evening. */
const EVENING = '18'

interface Now {
  nowMs: number
  timezone: string
}

/** Describes the next start: 'Runs tonight at 23:00'. */
export function nextStartText(at: Date, { nowMs, timezone }: Now): string {
  const iso = at.toISOString()
  const time = formatTimeOfDay(iso, { timezone })
  const day = formatDay(iso, { nowMs, timezone })
  if (day === 'Today') return `Runs ${time >= EVENING ? 'tonight' : 'today'} at ${time}`
  return `Runs ${day === 'Tomorrow' ? 'tomorrow' : `on ${day}`} at ${time}`
}
