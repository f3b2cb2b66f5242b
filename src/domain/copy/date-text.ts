import { DAY_MS, SECOND_MS } from '#domain/time.ts'

/** Serial number of 1970-01-01: the Sheets API counts days since 1899-12-30. */
export const UNIX_EPOCH_SERIAL = 25_569
/** The first serial number after the year 9999. */
const AFTER_LAST_SERIAL = 2_958_466

/** The types of number formats that show a number as a date or a time, as the Sheets API names them. */
const DATE_TYPES = ['DATE', 'TIME', 'DATE_TIME'] as const
export type DateKind = (typeof DATE_TYPES)[number] | 'DURATION'

/** `[h]:mm:ss` shows 36 hours as 36:00:00, not as the time of day 12:00:00. */
const ELAPSED = /\[(?:h+|m+|s+)\]/i

interface NumberFormat {
  type?: string | null
  pattern?: string | null
}

/** Whether a number with this format is a date, a time or both; undefined if it is a plain number. */
export function detectDateKind(format: NumberFormat | undefined): DateKind | undefined {
  const kind = DATE_TYPES.find((type) => type === format?.type)
  return kind !== undefined && ELAPSED.test(format?.pattern ?? '') ? 'DURATION' : kind
}

/**
 * Formats a serial number as 2025-01-31, 13:45:00 or both, or as a duration in hours like 36:00:00; undefined if it is
 * outside the years 1 to 9999.
 */
export function dateText(serial: number, kind: DateKind): string | undefined {
  if (kind === 'DURATION') return durationText(serial)
  const at = new Date(Math.round(((serial - UNIX_EPOCH_SERIAL) * DAY_MS) / SECOND_MS) * SECOND_MS)
  if (serial >= AFTER_LAST_SERIAL || Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1) return undefined
  const [date = '', time = ''] = at.toISOString().slice(0, -'.000Z'.length).split('T')
  return { DATE: date, TIME: time, DATE_TIME: `${date} ${time}` }[kind]
}

function durationText(days: number): string | undefined {
  if (Math.abs(days) >= AFTER_LAST_SERIAL) return undefined
  const seconds = Math.round((Math.abs(days) * DAY_MS) / SECOND_MS)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  const digits = [hours, minutes, seconds % 60].map((part) => String(part).padStart(2, '0'))
  return `${days < 0 && seconds > 0 ? '-' : ''}${digits.join(':')}`
}
