const MS_PER_DAY = 86_400_000
/** The serial number of 1970-01-01: Sheets counts days since 1899-12-30. */
const UNIX_EPOCH_SERIAL = 25_569

/** A calendar date and time of day without a time zone. `month` is 1 to 12. */
export interface DateTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  millisecond: number
  /** 0 is Sunday. */
  weekday: number
}

/** Days since 1899-12-30, or `undefined` when the date does not exist. */
export function dateToSerial(date: { year: number; month: number; day: number }): number | undefined {
  const at = new Date(Date.UTC(2000, 0, 1))
  at.setUTCFullYear(date.year, date.month - 1, date.day)
  const isReal = at.getUTCMonth() === date.month - 1 && at.getUTCDate() === date.day
  return isReal ? at.getTime() / MS_PER_DAY + UNIX_EPOCH_SERIAL : undefined
}

const MAX_YEAR = 9999
const FIRST_FULL_YEAR = 1900

/**
 * Serial number of a date with months and days beyond their ends, as in Sheets: day 0 is the last day of the previous month. A
 * year below 1900 counts from 1900. `undefined` when the date is out of range.
 */
export function overflowingDateToSerial(date: { year: number; month: number; day: number }): number | undefined {
  const [sentYear, month, day] = [date.year, date.month, date.day].map(Math.trunc) as [number, number, number]
  const year = sentYear >= 0 && sentYear < FIRST_FULL_YEAR ? FIRST_FULL_YEAR + sentYear : sentYear
  const at = new Date(Date.UTC(2000, 0, 1))
  at.setUTCFullYear(year, month - 1, day)
  const serial = at.getTime() / MS_PER_DAY + UNIX_EPOCH_SERIAL
  return serial >= 0 && at.getUTCFullYear() <= MAX_YEAR ? serial : undefined
}

export function serialToDateTime(serial: number): DateTime {
  const at = new Date(Math.round((serial - UNIX_EPOCH_SERIAL) * MS_PER_DAY))
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
    millisecond: at.getUTCMilliseconds(),
    weekday: at.getUTCDay(),
  }
}
