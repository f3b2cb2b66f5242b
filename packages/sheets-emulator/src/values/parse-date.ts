import type { NumberFormat } from '../store/cell.ts'
import { dateToSerial } from './serial-date.ts'

/** A parsed value, with the number format for a cell without a format. */
export interface ParsedNumber {
  value: number
  numberFormat?: NumberFormat
}

interface DateForm {
  pattern: RegExp
  /** The number format that shows the date as it was typed. */
  format: string
}

const monthNames = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const monthName = `(?<name>${monthNames})[a-z]*\\.?`

const dateForms: readonly DateForm[] = [
  { pattern: /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/, format: 'yyyy-mm-dd' },
  { pattern: /^(?<year>\d{4})\/(?<month>\d{1,2})\/(?<day>\d{1,2})$/, format: 'yyyy/mm/dd' },
  { pattern: /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4}|\d{2})$/, format: 'M/d/yyyy' },
  { pattern: /^(?<month>\d{1,2})-(?<day>\d{1,2})-(?<year>\d{4}|\d{2})$/, format: 'M-d-yyyy' },
  { pattern: /^(?<month>\d{1,2})\/(?<day>\d{1,2})$/, format: 'M/d' },
  { pattern: /^(?<month>\d{1,2})-(?<day>\d{1,2})$/, format: 'm-d' },
  { pattern: new RegExp(`^${monthName} (?<day>\\d{1,2}),? (?<year>\\d{4})$`, 'i'), format: 'mmm d, yyyy' },
  { pattern: new RegExp(`^(?<day>\\d{1,2})[ -]${monthName}[ -](?<year>\\d{4})$`, 'i'), format: 'd mmm yyyy' },
]

const timePattern =
  /^(?<hour>\d{1,4}):(?<minute>\d{2})(?::(?<second>\d{2})(?<fraction>\.\d{1,3})?)?(?:\s?(?<half>am|pm))?$/i

/**
 * Parses a date, a time, a duration of a day or more, or a date with a time, in a form of the en_US locale. Returns `undefined`
 * for other text.
 */
export function parseDate(text: string, currentYear: number): ParsedNumber | undefined {
  const time = parseTime(text)
  if (time) return time
  const date = parseDay(text, currentYear)
  if (date) return { value: date.serial, numberFormat: { type: 'DATE', pattern: date.format } }
  const space = text.search(/\s\d{1,2}:/)
  if (space < 0) return undefined
  const day = parseDay(text.slice(0, space).trimEnd(), currentYear)
  const clock = parseTime(text.slice(space).trimStart())
  if (!day || !clock || clock.value >= 1) return undefined
  return { value: day.serial + clock.value, numberFormat: { type: 'DATE_TIME', pattern: `${day.format} H:mm:ss` } }
}

function parseDay(text: string, currentYear: number): { serial: number; format: string } | undefined {
  for (const { pattern, format } of dateForms) {
    const found = pattern.exec(text)?.groups
    if (!found) continue
    const month = found['name']
      ? monthNames.split('|').indexOf(found['name'].toLowerCase()) + 1
      : Number(found['month'])
    const year = fullYear(found['year'], currentYear)
    const serial = dateToSerial({ year, month, day: Number(found['day']) })
    if (serial !== undefined) return { serial, format }
  }
  return undefined
}

/** Completes a year. Two-digit years mean 1930 to 2029. */
function fullYear(year: string | undefined, currentYear: number): number {
  if (year === undefined) return currentYear
  if (year.length > 2) return Number(year)
  return Number(year) + (Number(year) < 30 ? 2000 : 1900)
}

function parseTime(text: string): ParsedNumber | undefined {
  const found = timePattern.exec(text)?.groups
  if (!found) return undefined
  const { hour = '', minute = '', second, fraction = '', half } = found
  if (Number(minute) > 59 || Number(second ?? 0) > 59) return undefined
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return undefined
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour)
  const seconds = hours * 3600 + Number(minute) * 60 + Number(`${second ?? 0}${fraction}`)
  const isDuration = hours > 23
  const numberFormat = isDuration
    ? { type: 'TIME', pattern: '[h]:mm:ss' }
    : timeFormat(second !== undefined, half !== undefined)
  return { value: seconds / 86_400, numberFormat }
}

function timeFormat(hasSeconds: boolean, hasAmPm: boolean): NumberFormat {
  const clock = hasSeconds ? 'h:mm:ss' : 'h:mm'
  return { type: 'TIME', pattern: hasAmPm ? `${clock} am/pm` : clock }
}
