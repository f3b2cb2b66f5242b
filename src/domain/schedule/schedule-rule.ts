import { WEEKDAYS, type Weekday } from '#contract/schedule-days.ts'

/** The days of a schedule. Dates are YYYY-MM-DD in the schedule's time zone. */
export interface ScheduleDays {
  /** Empty: every day. */
  readonly scheduleDays: readonly Weekday[]
  /** The first day after the pause; null without a pause. */
  readonly pausedUntil: string | null
  readonly holidays: readonly string[]
}

/** When a task, or Run All, runs. */
export interface ScheduleRule extends ScheduleDays {
  /** HH:MM, in order. */
  readonly times: readonly string[]
}

/** The days of a schedule without further rules. */
export const EVERY_DAY: ScheduleDays = { scheduleDays: [], pausedUntil: null, holidays: [] }

/** State of a day in a schedule. A weekday outside the schedule takes precedence over a pause, and a pause over a holiday. */
export type DayState = 'runs' | 'other_day' | 'paused' | 'holiday'

export function dayState({ scheduleDays, pausedUntil, holidays }: ScheduleDays, date: string): DayState {
  if (scheduleDays.length > 0 && !scheduleDays.includes(findWeekday(date))) return 'other_day'
  if (pausedUntil !== null && date < pausedUntil) return 'paused'
  return holidays.includes(date) ? 'holiday' : 'runs'
}

function findWeekday(date: string): Weekday {
  // `getUTCDay` counts Sunday as 0; `WEEKDAYS` ends with it.
  const day = new Date(`${date}T00:00:00Z`).getUTCDay()
  const weekday = WEEKDAYS[(day + 6) % 7]
  if (!weekday) throw new Error(`${date} is not a date`)
  return weekday
}
