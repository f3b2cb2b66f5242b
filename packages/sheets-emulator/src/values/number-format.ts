import type { NumberFormat } from '../store/cell.ts'
import { formatDatePattern, isDatePattern } from './date-pattern.ts'
import { formatDigitPattern, trimDecimals } from './digit-pattern.ts'
import { type PatternPiece, scanPattern, splitSections } from './scan-pattern.ts'

/** Google's patterns for formats with a type but no pattern, in the en_US locale. */
const defaultPatterns: Readonly<Record<string, string>> = {
  NUMBER: '#,##0.00',
  PERCENT: '0.00%',
  CURRENCY: '"$"#,##0.00',
  DATE: 'M/d/yyyy',
  TIME: 'h:mm:ss am/pm',
  DATE_TIME: 'M/d/yyyy H:mm:ss',
  SCIENTIFIC: '0.00E+00',
}

const dateTypes = new Set(['DATE', 'TIME', 'DATE_TIME'])

export function isDateFormat(format: NumberFormat | undefined): boolean {
  if (!format) return false
  if (format.type) return dateTypes.has(format.type)
  return format.pattern !== undefined && isDatePattern(scanPattern(format.pattern))
}

/**
 * Formats a number. Supports number, date, time and duration patterns with sections for positive, negative and zero.
 * @see https://developers.google.com/workspace/sheets/api/guides/formats
 */
export function formatNumber(value: number, format: NumberFormat | undefined): string {
  const pattern = format?.pattern || defaultPatterns[format?.type ?? '']
  if (!pattern || pattern === '@' || /^general$/i.test(pattern)) return formatGeneral(value)
  const sections = splitSections(scanPattern(pattern))
  const negative = sections[1]
  const section = pickSection(sections, value)
  const shown = value < 0 && section === negative ? -value : value
  return isDatePattern(section) ? formatDatePattern(section, shown) : formatDigitPattern(section, shown)
}

function pickSection(sections: readonly PatternPiece[][], value: number): readonly PatternPiece[] {
  const [positive = [], negative, zero] = sections
  if (value < 0 && negative !== undefined) return negative
  if (value === 0 && zero !== undefined) return zero
  return positive
}

/** A number without a format: ten digits, and scientific notation from 15 digits on. */
function formatGeneral(value: number): string {
  if (value === 0) return '0'
  const magnitude = Math.abs(value)
  if (Number.isInteger(value) && magnitude < 1e15) return String(value)
  if (magnitude >= 1e15 || magnitude < 1e-9) return formatDigitPattern('0.#####E+00', value)
  const digitsBefore = Math.max(1, Math.floor(Math.log10(magnitude)) + 1)
  const fixed = value.toFixed(Math.max(0, Math.min(10, 10 - (magnitude >= 1 ? digitsBefore : 0))))
  const [integers = '', decimals = ''] = fixed.split('.')
  const tail = trimDecimals(decimals, 0)
  const trimmed = tail ? `${integers}.${tail}` : integers
  return trimmed === '-0' ? '0' : trimmed
}
