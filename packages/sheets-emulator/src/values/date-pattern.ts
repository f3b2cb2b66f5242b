import { isCode, type PatternPiece } from './scan-pattern.ts'
import { type DateTime, serialToDateTime } from './serial-date.ts'

const months = 'January,February,March,April,May,June,July,August,September,October,November,December'.split(',')
const weekdays = 'Sunday,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday'.split(',')

const FIELD_LETTERS = 'ymdhs'

/** Hours, minutes or seconds of a duration, such as the content of `[h]`. */
const elapsedPattern = /^(?:h+|m+|s+)$/i

/** Whether a pattern shows a date, a time or a duration rather than a number. */
export function isDatePattern(pieces: readonly PatternPiece[]): boolean {
  const isNumber = pieces.some((piece, at) => isCode(piece, '#?') || isExponent(pieces, at))
  return !isNumber && pieces.some((piece) => isElapsed(piece) || isCode(lowerCase(piece), FIELD_LETTERS))
}

function isExponent(pieces: readonly PatternPiece[], at: number): boolean {
  return isCode(pieces[at], 'eE') && isCode(pieces[at + 1], '+-')
}

function isElapsed({ kind, text }: PatternPiece): boolean {
  return kind === 'bracket' && elapsedPattern.test(text)
}

function lowerCase(piece: PatternPiece): PatternPiece {
  return { ...piece, text: piece.text.toLowerCase() }
}

/** Field such as `yyyy`, or `elapsed` for a duration such as `[hh]`. */
interface DateField {
  kind: 'field' | 'elapsed'
  letter: string
  length: number
}

type DateToken =
  | DateField
  | { kind: 'half'; isShort: boolean }
  | { kind: 'fraction'; digits: number }
  | { kind: 'text'; text: string }

/** Formats a serial number with a pattern such as `yyyy-mm-dd`, `M/d/yyyy h:mm:ss am/pm` or `[h]:mm:ss`. */
export function formatDatePattern(pieces: readonly PatternPiece[], serial: number): string {
  const tokens = readTokens(pieces)
  markMinutes(tokens)
  const hasFractions = tokens.some(({ kind }) => kind === 'fraction')
  const context = {
    dateTime: serialToDateTime(hasFractions ? serial : Math.round(serial * 86_400) / 86_400),
    hasAmPm: tokens.some(({ kind }) => kind === 'half'),
    elapsedSeconds: Math.round(serial * 86_400),
  }
  return tokens.map((token) => showToken(token, context)).join('')
}

function readTokens(pieces: readonly PatternPiece[]): DateToken[] {
  const tokens: DateToken[] = []
  for (let at = 0; at < pieces.length; ) {
    const { token, length } = readToken(pieces, at)
    tokens.push(token)
    at += length
  }
  return tokens
}

function readToken(pieces: readonly PatternPiece[], at: number): { token: DateToken; length: number } {
  const piece = pieces[at]
  if (!piece || piece.kind === 'text') return { token: { kind: 'text', text: piece?.text ?? '' }, length: 1 }
  const letter = piece.text[0]?.toLowerCase() ?? ''
  if (piece.kind === 'bracket') {
    if (!isElapsed(piece)) return { token: { kind: 'text', text: '' }, length: 1 }
    return { token: { kind: 'elapsed', letter, length: piece.text.length }, length: 1 }
  }
  if (startsWith(pieces, { at, word: 'am/pm' })) return { token: { kind: 'half', isShort: false }, length: 5 }
  if (startsWith(pieces, { at, word: 'a/p' })) return { token: { kind: 'half', isShort: true }, length: 3 }
  if (FIELD_LETTERS.includes(letter)) {
    const length = runLength(pieces, { at, letter })
    return { token: { kind: 'field', letter, length }, length }
  }
  const digits = letter === '.' ? runLength(pieces, { at: at + 1, letter: '0' }) : 0
  if (digits > 0) return { token: { kind: 'fraction', digits }, length: 1 + digits }
  return { token: { kind: 'text', text: piece.text }, length: 1 }
}

function startsWith(pieces: readonly PatternPiece[], { at, word }: { at: number; word: string }): boolean {
  return [...word].every((letter, index) => isLetter(pieces[at + index], letter))
}

function runLength(pieces: readonly PatternPiece[], { at, letter }: { at: number; letter: string }): number {
  let end = at
  while (isLetter(pieces[end], letter)) end += 1
  return end - at
}

function isLetter(piece: PatternPiece | undefined, letter: string): boolean {
  return piece?.kind === 'code' && piece.text.toLowerCase() === letter
}

/** Letter of a minute token among date tokens, because `m` means months there. */
const MINUTE = 'minute'

/** Marks minutes. `m` means minutes directly after an hour or before seconds, ignoring literals; otherwise it means a month. */
function markMinutes(tokens: readonly DateToken[]): void {
  const fields = tokens.filter((token): token is DateField => token.kind === 'field' || token.kind === 'elapsed')
  fields.forEach((field, index) => {
    const isNextToTime = fields[index - 1]?.letter === 'h' || fields[index + 1]?.letter === 's'
    const canBeMinutes = field.kind === 'field' && field.letter === 'm' && field.length <= 2
    if (canBeMinutes && isNextToTime) field.letter = MINUTE
  })
}

interface TokenContext {
  dateTime: DateTime
  hasAmPm: boolean
  elapsedSeconds: number
}

function showToken(token: DateToken, context: TokenContext): string {
  const { dateTime } = context
  if (token.kind === 'text') return token.text
  if (token.kind === 'elapsed') return elapsed(token, context.elapsedSeconds)
  if (token.kind === 'half') {
    const half = dateTime.hour < 12 ? 'AM' : 'PM'
    return token.isShort ? half.slice(0, 1) : half
  }
  if (token.kind === 'fraction')
    return `.${pad(dateTime.millisecond, 3).padEnd(token.digits, '0').slice(0, token.digits)}`
  return showField(token, context)
}

function showField({ letter, length }: DateField, { dateTime, hasAmPm }: TokenContext): string {
  switch (letter) {
    case 'y':
      return length > 2 ? pad(dateTime.year, 4) : pad(dateTime.year % 100, 2)
    case 'm':
      return named(dateTime.month, { names: months, base: 1, length })
    case MINUTE:
      return pad(dateTime.minute, length)
    case 'd':
      return length > 2 ? named(dateTime.weekday, { names: weekdays, base: 0, length }) : pad(dateTime.day, length)
    case 'h':
      return pad(hasAmPm ? dateTime.hour % 12 || 12 : dateTime.hour, length)
    default:
      return pad(dateTime.second, length)
  }
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
function elapsed({ letter, length }: DateField, seconds: number): string {
  const secondsPerUnit = { h: 3600, m: 60, s: 1 }[letter] ?? 1
  const sign = seconds < 0 ? '-' : ''
  return sign + String(Math.floor(Math.abs(seconds) / secondsPerUnit)).padStart(length, '0')
}
