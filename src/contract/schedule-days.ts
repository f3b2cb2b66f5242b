import { z } from 'zod'
import { cleanText } from './field.ts'

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
export type Weekday = (typeof WEEKDAYS)[number]

const MAX_HOLIDAYS = 400

const INVALID_DATE = 'Enter dates as YYYY-MM-DD, such as 2026-12-24'
const DATE_OUT_OF_RANGE = 'Dates must be between 2000 and 2099'

/** A calendar date in the schedule's time zone: YYYY-MM-DD. */
const DateText = z
  .string({ error: INVALID_DATE })
  .overwrite(cleanText)
  .refine((date) => z.iso.date().safeParse(date).success, { error: INVALID_DATE, abort: true })
  .refine((date) => date.startsWith('20'), DATE_OUT_OF_RANGE)

const Weekday = z
  .string({ error: 'schedule_days must be a list of days' })
  .overwrite(cleanText)
  .transform((day, context): Weekday => {
    const found = WEEKDAYS.find((weekday) => weekday.toLowerCase() === day.toLowerCase())
    if (found) return found
    context.addIssue(`'${day.slice(0, 20)}' is not a day: use ${WEEKDAYS.join(', ')}`)
    return z.NEVER
  })

/** Weekdays, in order and without repeats. */
const Weekdays = z
  .array(Weekday, { error: 'schedule_days must be a list of days' })
  .max(100, 'At most 100 days')
  .transform((days) => WEEKDAYS.filter((weekday) => days.includes(weekday)))

const Dates = z
  .array(DateText, { error: 'holidays must be a list of dates' })
  .max(MAX_HOLIDAYS, `At most ${MAX_HOLIDAYS} holidays`)
  .transform((dates) => [...new Set(dates)].sort())

/** The days a schedule runs at its times. */
export const scheduleDaysShape = {
  /** Empty: every day. */
  schedule_days: Weekdays.default([]),
  /** The first day after the pause; null without a pause. */
  paused_until: DateText.nullable().default(null),
  /** Dates without runs. */
  holidays: Dates.default([]),
}
