export interface Period {
  hours: number
  label: string
  /** How far apart the marks of the time axis are. */
  stepMinutes: number
}

const DAY: Period = { hours: 24, label: '24 h', stepMinutes: 180 }

/** What the timeline can show, up to now. */
export const PERIODS: readonly Period[] = [
  { hours: 1, label: '1 h', stepMinutes: 15 },
  { hours: 6, label: '6 h', stepMinutes: 60 },
  DAY,
  { hours: 168, label: '7 d', stepMinutes: 1440 },
]

/** The period that a text names by its hours; a day when it names none. */
export function periodIn(text: string | null): Period {
  return PERIODS.find(({ hours }) => String(hours) === text) ?? DAY
}
