import { dayNumber } from './day-number.ts'
import { keepByLocale } from './locale-tag.ts'
import { foldName } from './name-finder.ts'
import { normalizeText } from './normalize-text.ts'

/** Maximum length of a date. */
const MAX_LENGTH = 40
const DAY_SECONDS = 86_400
const YEAR_FIRST = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/
const NUMERIC = /^(\d{1,4})(\. ?|[-/])(\d{1,2})\2(\d{1,4})\.?$/
const MONTH_FIRST = /^(\p{L}+)\.? (\d{1,2}),? (\d{4})$/u
const DAY_FIRST = /^(\d{1,2})\.?[ -](\p{L}+)\.?[ -](\d{4})$/u
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d{1,3})?))?(?: ?([AaPp])[Mm])?$/
/** Blank, comma or `T` between a date and a time. */
const BEFORE_TIME = /,? (?=\d{1,2}:)|T(?=\d{2}:)/

interface DateForm {
  /** Order of day, month and year in numeric dates, e.g. `dmy`. */
  order: string
  /** Whether dates are written with dots. */
  hasDots: boolean
  /** Month numbers by lower-case name, in the spreadsheet's language and in English. */
  months: ReadonlyMap<string, number>
}

const findForm = keepByLocale(buildForm)

/**
 * Reads an unambiguous date, with or without a time, in the spreadsheet's locale: `2026-01-31`, `1/31/2026` or `31.1.2026`,
 * `Jan 31, 2026 08:30`. Years need four digits. Returns its serial number.
 */
export function readDate(text: string, locale: string): number | undefined {
  const trimmed = text.length > MAX_LENGTH ? '' : normalizeText(text)
  const [date = '', time, ...others] = trimmed.split(BEFORE_TIME)
  const day = others.length === 0 ? readDay(date, findForm(locale)) : undefined
  const seconds = time === undefined ? 0 : readTime(time)
  return day === undefined || seconds === undefined ? undefined : day + seconds / DAY_SECONDS
}

function readDay(text: string, { order, hasDots, months }: DateForm): number | undefined {
  const yearFirst = YEAR_FIRST.exec(text)
  if (yearFirst) return findDay({ y: yearFirst[1], m: yearFirst[3], d: yearFirst[4] })
  const numeric = NUMERIC.exec(text)
  if (numeric) {
    const parts = [numeric[1], numeric[3], numeric[4]]
    const isWritten = hasDots || !numeric[2]?.startsWith('.')
    const [y, m, d] = ['y', 'm', 'd'].map((part) => parts[order.indexOf(part)])
    return isWritten ? findDay({ y, m, d }) : undefined
  }
  const [, dayFirst, afterDay, yearLast] = DAY_FIRST.exec(text) ?? []
  const [, monthFirst, afterMonth, lastYear] = MONTH_FIRST.exec(text) ?? []
  const month = months.get((afterDay ?? monthFirst ?? '').toLowerCase())
  return month === undefined
    ? undefined
    : findDay({ y: yearLast ?? lastYear, m: String(month), d: dayFirst ?? afterMonth })
}

interface DayParts {
  y: string | undefined
  m: string | undefined
  d: string | undefined
}

function findDay({ y = '', m = '', d = '' }: DayParts): number | undefined {
  return y.length === 4 ? dayNumber(`${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`) : undefined
}

/** Reads a time of day as seconds since midnight. */
function readTime(text: string): number | undefined {
  const [, hour, minute, second = '0', half] = TIME.exec(text) ?? []
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)]
  const isTime = half ? hours >= 1 && hours <= 12 : hours <= 23
  if (!isTime || minutes > 59 || seconds >= 60) return undefined
  const hoursOfDay = half ? (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hours
  return (hoursOfDay * 60 + minutes) * 60 + seconds
}

function buildForm(tag: string): DateForm {
  const parts = new Intl.DateTimeFormat(tag, { timeZone: 'UTC' }).formatToParts(0)
  const order = parts.flatMap(({ type }) =>
    type === 'year' || type === 'month' || type === 'day' ? type.charAt(0) : [],
  )
  const months = new Map<string, number>()
  for (const month of ['short', 'long'] as const) {
    for (const language of [tag, 'en']) {
      const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' })
      for (let at = 0; at < 12; at += 1) {
        const name = format.formatToParts(Date.UTC(2026, at, 1)).find(({ type }) => type === 'month')?.value ?? ''
        months.set(foldName(name).replace(/\.$/, ''), at + 1)
      }
    }
  }
  const hasDots = parts.some(({ type, value }) => type === 'literal' && value.startsWith('.'))
  return { order: order.join(''), hasDots, months }
}
