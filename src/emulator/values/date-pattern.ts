import { type Moment, serialToMoment } from './serial-date.ts'

const months = 'January,February,March,April,May,June,July,August,September,October,November,December'.split(',')
const weekdays = 'Sunday,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday'.split(',')

const tokenPattern = /"[^"]*"|\\.|\[(?:h+|m+|s+)\]|am\/pm|a\/p|y+|m+|d+|h+|s+|\.0+|.|\n/gi

/** Whether a pattern shows a date, a time or a duration and no digits of a number. */
export function isDatePattern(pattern: string): boolean {
  const bare = pattern.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  return /[ymdhs]/i.test(bare) && !/[#?]|e[+-]/i.test(bare)
}

/** Shows a serial number by a pattern such as `yyyy-mm-dd`, `M/d/yyyy h:mm:ss am/pm`, `[h]:mm:ss`. */
export function formatDatePattern(pattern: string, serial: number): string {
  const tokens = pattern.match(tokenPattern) ?? []
  const showsHalves = tokens.some((token) => /^(am\/pm|a\/p)$/i.test(token))
  const hasFractions = tokens.some((token) => /^\.0+$/.test(token))
  const moment = serialToMoment(hasFractions ? serial : Math.round(serial * 86_400) / 86_400)
  const elapsedSeconds = Math.round(serial * 86_400)
  return tokens
    .map((token, index) => {
      const asMinute = /^m{1,2}$/i.test(token) && isMinute(tokens, index)
      return showToken(asMinute ? `:${token}` : token, { moment, showsHalves, elapsedSeconds })
    })
    .join('')
}

/** `m` is a minute after an hour or before a second, with nothing but literals between; else it is a month. */
function isMinute(tokens: readonly string[], index: number): boolean {
  const isField = (token: string): boolean => /^(?:y+|m+|d+|h+|s+|\[.*\])$/i.test(token)
  const before = tokens.slice(0, index).findLast(isField)
  const after = tokens.slice(index + 1).find(isField)
  return /^\[?h/i.test(before ?? '') || /^\[?s/i.test(after ?? '')
}

interface TokenContext {
  moment: Moment
  showsHalves: boolean
  elapsedSeconds: number
}

function showToken(token: string, context: TokenContext): string {
  const { moment } = context
  const letter = token[0]?.toLowerCase()
  if (token.startsWith('"')) return token.slice(1, -1)
  if (token.startsWith('\\')) return token.slice(1)
  if (token.startsWith('[') && token.length > 1) return elapsed(token, context.elapsedSeconds)
  if (/^am\/pm$/i.test(token)) return moment.hour < 12 ? 'AM' : 'PM'
  if (/^a\/p$/i.test(token)) return moment.hour < 12 ? 'A' : 'P'
  if (/^\.0+$/.test(token))
    return `.${pad(moment.millisecond, 3)
      .padEnd(token.length - 1, '0')
      .slice(0, token.length - 1)}`
  if (token.startsWith(':') && token.length > 1) return pad(moment.minute, token.length - 1)
  if (letter === 'y') return token.length > 2 ? pad(moment.year, 4) : pad(moment.year % 100, 2)
  if (letter === 'm') return named(moment.month, { names: months, base: 1, length: token.length })
  if (letter === 'd' && token.length > 2)
    return named(moment.weekday, { names: weekdays, base: 0, length: token.length })
  if (letter === 'd') return pad(moment.day, token.length)
  if (letter === 'h') return pad(context.showsHalves ? moment.hour % 12 || 12 : moment.hour, token.length)
  if (letter === 's') return pad(moment.second, token.length)
  return token
}

function pad(value: number, length: number): string {
  return String(value).padStart(Math.min(length, 4), '0')
}

function named(value: number, how: { names: readonly string[]; base: number; length: number }): string {
  const name = how.names[value - how.base] ?? ''
  if (how.length < 3) return pad(value, how.length)
  if (how.length === 3) return name.slice(0, 3)
  return how.length === 5 ? name.slice(0, 1) : name
}

/** Hours, minutes or seconds of a duration that may be longer than a day. */
function elapsed(token: string, seconds: number): string {
  const secondsPerUnit = { h: 3600, m: 60, s: 1 }[token[1]?.toLowerCase() ?? 's'] ?? 1
  const sign = seconds < 0 ? '-' : ''
  return sign + String(Math.floor(Math.abs(seconds) / secondsPerUnit)).padStart(token.length - 2, '0')
}
