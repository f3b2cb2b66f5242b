export interface Period {
  hours: number
  label: string
  /** Minutes between the ticks of the time axis. */
  stepMinutes: number
}

const DAY: Period = { hours: 24, label: '24 h', stepMinutes: 180 }

/** The periods the timeline can show, each ending now. */
export const PERIODS: readonly Period[] = [
  { hours: 1, label: '1 h', stepMinutes: 15 },
  { hours: 6, label: '6 h', stepMinutes: 60 },
  DAY,
  { hours: 168, label: '7 d', stepMinutes: 1440 },
]

/** The period with this number of hours; defaults to 24 hours. */
export function parsePeriod(text: string | null): Period {
  return PERIODS.find(({ hours }) => String(hours) === text) ?? DAY
}
