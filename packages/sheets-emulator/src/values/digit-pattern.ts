import { codesFrom, isCode, literalText, type PatternPiece, scanPattern } from './scan-pattern.ts'

/** A parsed number pattern: the literals around the digits, and the form of the digits. */
interface DigitPattern {
  prefix: string
  suffix: string
  integerDigits: number
  hasGrouping: boolean
  requiredDecimals: number
  allowedDecimals: number
  scale: number
  exponentDigits?: number
}

const DIGITS = '0#?'
/** Maximum shown decimals: more than a number can have. */
const MAX_DECIMALS = 30
/** Maximum magnitude, about the largest number: a pattern with many percent signs would go beyond it. */
const MAX_MAGNITUDE = 1e308

/** Formats a number with a pattern such as `#,##0.00`, `0%`, `"$"#,##0.00` or `0.00E+00`. Rounds half away from zero. */
export function formatDigitPattern(pattern: string | readonly PatternPiece[], value: number): string {
  const pieces = typeof pattern === 'string' ? scanPattern(pattern) : pattern
  const parsed = parseDigitPattern(pieces)
  if (!parsed) return literalText(pieces)
  const sign = value < 0 ? '-' : ''
  const magnitude = Math.min(Math.abs(value) * parsed.scale, MAX_MAGNITUDE)
  const body = parsed.exponentDigits === undefined ? decimal(magnitude, parsed) : exponential(magnitude, parsed)
  const isZero = !/[1-9]/.test(body)
  return `${isZero ? '' : sign}${parsed.prefix}${body}${parsed.suffix}`
}

function parseDigitPattern(pieces: readonly PatternPiece[]): DigitPattern | undefined {
  const start = pieces.findIndex((piece, at) => isCode(piece, DIGITS) || isPoint(pieces, at))
  if (start < 0) return undefined
  const integers = isCode(pieces[start], DIGITS) ? codesFrom(pieces, { start, characters: `${DIGITS},` }) : ''
  let end = start + integers.length
  const hasPoint = isCode(pieces[end], '.')
  const decimals = hasPoint ? codesFrom(pieces, { start: end + 1, characters: DIGITS }) : ''
  if (hasPoint) end += 1 + decimals.length
  const commas = codesFrom(pieces, { start: end, characters: ',' })
  end += commas.length
  const hasExponent = isCode(pieces[end], 'eE') && isCode(pieces[end + 1], '+-')
  const exponent = hasExponent ? codesFrom(pieces, { start: end + 2, characters: '0' }) : ''
  if (exponent) end += 2 + exponent.length
  const around = [...pieces.slice(0, start), ...pieces.slice(end)]
  const percents = around.filter((piece) => isCode(piece, '%')).length
  const thousands = commas.length + integers.length - withoutEndingCommas(integers).length
  return {
    prefix: literalText(pieces.slice(0, start)),
    suffix: literalText(pieces.slice(end)),
    integerDigits: integers.split('0').length - 1,
    hasGrouping: withoutEndingCommas(integers).includes(','),
    requiredDecimals: Math.min(decimals.lastIndexOf('0') + 1, MAX_DECIMALS),
    allowedDecimals: Math.min(decimals.length, MAX_DECIMALS),
    scale: 100 ** percents / 1000 ** thousands,
    ...(exponent && { exponentDigits: exponent.length }),
  }
}

function isPoint(pieces: readonly PatternPiece[], at: number): boolean {
  return isCode(pieces[at], '.') && isCode(pieces[at + 1], DIGITS)
}

function withoutEndingCommas(integers: string): string {
  let length = integers.length
  while (integers[length - 1] === ',') length -= 1
  return integers.slice(0, length)
}

function decimal(magnitude: number, pattern: DigitPattern): string {
  const [integers = '', decimals = ''] = roundToText(magnitude, pattern.allowedDecimals).split('.')
  const padded = (integers.replace(/^0+/, '') || '0').padStart(pattern.integerDigits, '0')
  const shown = pattern.integerDigits === 0 && padded === '0' ? '' : padded
  const grouped = pattern.hasGrouping ? inThousands(shown) : shown
  const tail = trimDecimals(decimals, pattern.requiredDecimals)
  return tail ? `${grouped}.${tail}` : grouped
}

function inThousands(digits: string): string {
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end))
  return groups.join(',')
}

function exponential(magnitude: number, pattern: DigitPattern): string {
  const [mantissa = '0', exponent = '0'] = magnitude.toExponential(pattern.allowedDecimals).split('e')
  const [integer = '0', decimals = ''] = mantissa.split('.')
  const tail = trimDecimals(decimals, pattern.requiredDecimals)
  const power = Number(exponent)
  const digits = String(Math.abs(power)).padStart(pattern.exponentDigits ?? 2, '0')
  return `${integer}${tail ? `.${tail}` : ''}E${power < 0 ? '-' : '+'}${digits}`
}

/** Rounds the displayed decimal digits, so 1.005 becomes 1.01 although its binary value is lower. */
function roundToText(magnitude: number, decimals: number): string {
  const shown = Number(magnitude.toPrecision(15))
  if (shown >= 1e15) return BigInt(Math.round(shown)).toString() + (decimals ? `.${'0'.repeat(decimals)}` : '')
  const shifted = Math.round(Number(`${expand(shown)}e${decimals}`))
  const digits = BigInt(shifted)
    .toString()
    .padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return decimals ? `${digits.slice(0, point)}.${digits.slice(point)}` : digits
}

function expand(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(20) : text
}

/** The decimals without ending zeros, but at least the required ones. */
export function trimDecimals(decimals: string, required: number): string {
  let length = decimals.length
  while (length > required && decimals[length - 1] === '0') length -= 1
  return decimals.slice(0, length)
}
