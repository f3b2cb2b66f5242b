import { text, wholeNumber } from './field.ts'

export const MAX_EVERY_MINUTES = 1440

const INVALID_HOURS = 'Enter hours as 07:00-19:00, or leave them empty for the whole day'
const HOURS = /^(?<from>([01]\d|2[0-3]):[0-5]\d)-(?!\k<from>$)(([01]\d|2[0-3]):[0-5]\d|24:00)$/

/** How often a task runs beside its scheduled times. What a task leaves out is as its type says. */
export const intervalShape = {
  /** Null: without an interval, or as often as the type says. */
  every_minutes: wholeNumber({ label: 'Minutes between runs', min: 1, max: MAX_EVERY_MINUTES })
    .nullable()
    .default(null),
  /** The hours in which it starts, such as `07:00-19:00`; those of `22:00-06:00` end on the next day. Empty: all day. */
  every_minutes_between: text({ label: 'Hours', max: 40 })
    .overwrite(withTwoDigits)
    .refine((hours) => hours === '' || HOURS.test(hours), INVALID_HOURS)
    .default(''),
}

/** `7:00 – 19:00` is `07:00-19:00`. */
function withTwoDigits(hours: string): string {
  return hours.replaceAll(/\s/g, '').replace(/[–—]/, '-').replaceAll(/\b\d:/g, '0$&')
}
