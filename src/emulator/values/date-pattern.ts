import { type DateTime, serialToDateTime } from './serial-date.ts'

const months = 'January,February,March,April,May,June,July,August,September,October,November,December'.split(',')
const weekdays = 'Sunday,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday'.split(',')

const tokenPattern = /"[^"]*"|\\.|\[(?:h+|m+|s+)\]|am\/pm|a\/p|y+|m+|d+|h+|s+|\.0+|.|\n/gi

/** Whether a pattern shows a date, a time or a duration rather than a number. */
export function isDatePattern(pattern: string): boolean {
  const bare = pattern.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  return /[ymdhs]/i.test(bare) && !/[#?]|e[+-]/i.test(bare)
}

/** Formats a serial number with a pattern such as `yyyy-mm-dd`, `M/d/yyyy h:mm:ss am/pm` or `[h]:mm:ss`. */
export function formatDatePattern(pattern: string, serial: number): string {
  const tokens = pattern.match(tokenPattern) ?? []
  const hasAmPm = tokens.some((token) => /^(am\/pm|a\/p)$/i.test(token))
  const hasFractions = tokens.some((token) => /^\.0+$/.test(token))
  const dateTime = serialToDateTime(hasFractions ? serial : Math.round(serial * 86_400) / 86_400)
  const elapsedSeconds = Math.round(serial * 86_400)
  return tokens
    .map((token, index) => {
      const asMinute = /^m{1,2}$/i.test(token) && isMinute(tokens, index)
      return showToken(asMinute ? `:${token}` : token, { dateTime, hasAmPm, elapsedSeconds })
    })
    .join('')
}

/** `m` means minutes directly after an hour or before seconds, ignoring literals; otherwise it means a month. */
function isMinute(tokens: readonly string[], index: number): boolean {
  const isField = (token: string): boolean => /^(?:y+|m+|d+|h+|s+|\[.*\])$/i.test(token)
  const before = tokens.slice(0, index).findLast(isField)
  const after = tokens.slice(index + 1).find(isField)
  return /^\[?h/i.test(before ?? '') || /^\[?s/i.test(after ?? '')
}

interface TokenContext {
  dateTime: DateTime
  hasAmPm: boolean
  elapsedSeconds: number
}

function showToken(token: string, context: TokenContext): string {
  const { dateTime } = context
  const letter = token[0]?.toLowerCase()
  if (token.startsWith('"')) return token.slice(1, -1)
  if (token.startsWith('\\')) return token.slice(1)
  if (token.startsWith('[') && token.length > 1) return elapsed(token, context.elapsedSeconds)
  if (/^am\/pm$/i.test(token)) return dateTime.hour < 12 ? 'AM' : 'PM'
  if (/^a\/p$/i.test(token)) return dateTime.hour < 12 ? 'A' : 'P'
  if (/^\.0+$/.test(token))
    return `.${pad(dateTime.millisecond, 3)
      .padEnd(token.length - 1, '0')
      .slice(0, token.length - 1)}`
  if (token.startsWith(':') && token.length > 1) return pad(dateTime.minute, token.length - 1)
  if (letter === 'y') return token.length > 2 ? pad(dateTime.year, 4) : pad(dateTime.year % 100, 2)
  if (letter === 'm') return named(dateTime.month, { names: months, base: 1, length: token.length })
  if (letter === 'd' && token.length > 2)
    return named(dateTime.weekday, { names: weekdays, base: 0, length: token.length })
  if (letter === 'd') return pad(dateTime.day, token.length)
  if (letter === 'h') return pad(context.hasAmPm ? dateTime.hour % 12 || 12 : dateTime.hour, token.length)
  if (letter === 's') return pad(dateTime.second, token.length)
  return token
}

function pad(value: number, length: number): string {
  return String(value).padStart(Math.min(length, 4), '0')
}

function named(value: number, format: { names: readonly string[]; base: number; length: number }): string {
  const name = format.names[value - format.base] ?? ''
  if (format.length < 3) return pad(value, format.length)
  if (format.length === 3) return name.slice(0, 3)
  return format.length === 5 ? name.slice(0, 1) : name
}

/** Hours, minutes or seconds of a duration, which can exceed a day. */
function elapsed(token: string, seconds: number): string {
  const secondsPerUnit = { h: 3600, m: 60, s: 1 }[token[1]?.toLowerCase() ?? 's'] ?? 1
  const sign = seconds < 0 ? '-' : ''
  return sign + String(Math.floor(Math.abs(seconds) / secondsPerUnit)).padStart(token.length - 2, '0')
}
