import { DAY_MS, SECOND_MS } from '#domain/time.ts'

/** Serial number of 1970-01-01: the Sheets API counts days since 1899-12-30. */
const UNIX_EPOCH_SERIAL = 25_569
/** The first serial number after the year 9999. */
const AFTER_LAST_SERIAL = 2_958_466

/** The types of number formats that show a number as a date or a time, as the Sheets API names them. */
export const DATE_KINDS = ['DATE', 'TIME', 'DATE_TIME'] as const
export type DateKind = (typeof DATE_KINDS)[number]

/** Formats a serial number as 2025-01-31, 13:45:00 or both; undefined if it is outside the years 1 to 9999. */
export function dateText(serial: number, kind: DateKind): string | undefined {
  const at = new Date(Math.round(((serial - UNIX_EPOCH_SERIAL) * DAY_MS) / SECOND_MS) * SECOND_MS)
  if (serial >= AFTER_LAST_SERIAL || Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1) return undefined
  const [date = '', time = ''] = at.toISOString().slice(0, -'.000Z'.length).split('T')
  return { DATE: date, TIME: time, DATE_TIME: `${date} ${time}` }[kind]
}
