import { cleanTime, text, wholeNumber } from './field.ts'
import { NO_INTERVAL_MINUTES } from './without-default.ts'

export const MAX_EVERY_MINUTES = 1440

const INVALID_HOURS = 'Enter hours as 07:00-19:00, or leave them empty for the whole day'
const HOURS = /^(?<from>([01]\d|2[0-3]):[0-5]\d)-(?!\k<from>$)(([01]\d|2[0-3]):[0-5]\d|24:00)$/

const everyMinutes = (min: number) =>
  wholeNumber({ label: 'Minutes between runs', min, max: MAX_EVERY_MINUTES }).nullable().default(null)

/** Hours of the starts, e.g. `07:00-19:00`; `22:00-06:00` ends on the next day. Empty: all day. */
const hours = text({ label: 'Hours', max: 40 })
  .overwrite(withTwoDigits)
  .refine((sent) => sent === '' || HOURS.test(sent), INVALID_HOURS)
  .default('')

/** Interval of a task, in addition to its scheduled times. Null, and empty hours: the setting of its type. 0: no interval. */
export const intervalShape = { every_minutes: everyMinutes(NO_INTERVAL_MINUTES), every_minutes_between: hours }

/** Interval for tasks of a type without their own. Null: no interval. */
export const intervalOfTypeShape = { every_minutes: everyMinutes(1), every_minutes_between: hours }

/** `7:00 – 19:00` is `07:00-19:00`. */
function withTwoDigits(hours: string): string {
  return cleanTime(hours).replaceAll(/\s/g, '').replace(/[–—]/, '-').replaceAll(/\b\d:/g, '0$&')
}
