import type { Cell, NumberFormat } from '../store/cell.ts'
import { type ParsedNumber, parseDate } from './parse-date.ts'

/** Maximum length of text that may be a number or date; longer text is never parsed. */
const MAX_NUMBER_LENGTH = 64

/**
 * The cell after a user types `text` into it, in the en_US locale. Recognizes numbers, percentages, currency amounts,
 * dates, times, TRUE and FALSE. A leading apostrophe keeps the rest as text; a formula is stored as typed.
 */
export function parseUserEntered(text: string, context: { currentYear: number }): Cell {
  if (text.startsWith("'")) return { value: text.slice(1) }
  if (text.startsWith('=') && text.length > 1) return { formula: text }
  const trimmed = text.trim()
  if (/^(true|false)$/i.test(trimmed)) return { value: trimmed.toLowerCase() === 'true' }
  const isShort = trimmed.length <= MAX_NUMBER_LENGTH
  const parsed = isShort ? (parseNumber(trimmed) ?? parseDate(trimmed, context.currentYear)) : undefined
  if (!parsed) return { value: text }
  const { value, numberFormat } = parsed
  return numberFormat ? { value, format: { numberFormat } } : { value }
}

const numberPattern =
  /^(?<sign>[-+]?)(?<currency>\$?)(?<inner>[-+]?)(?<digits>\d{1,3}(?:,\d{3})+|\d*)(?<decimals>\.\d*)?(?<exponent>e[-+]?\d+)?(?<percent>\s?%)?$/i

function parseNumber(text: string): ParsedNumber | undefined {
  const isBracketed = /^\(.*\)$/.test(text)
  const parts = numberPattern.exec(isBracketed ? text.slice(1, -1) : text)?.groups
  if (!parts || !/\d/.test(`${parts['digits']}${parts['decimals'] ?? ''}`)) return undefined
  const { sign, inner, currency, digits = '', decimals = '', exponent = '', percent } = parts
  if (sign && inner) return undefined
  if (isBracketed && (sign || inner)) return undefined
  const magnitude = Number(`${digits.replaceAll(',', '') || '0'}${decimals === '.' ? '' : decimals}${exponent}`)
  if (!Number.isFinite(magnitude)) return undefined
  const isNegative = isBracketed || sign === '-' || inner === '-'
  const scaled = percent ? Number((magnitude / 100).toPrecision(15)) : magnitude
  const numberFormat = enteredFormat({ currency, percent, exponent, decimals, hasGrouping: digits.includes(',') })
  return { value: isNegative && scaled !== 0 ? -scaled : scaled, ...(numberFormat && { numberFormat }) }
}

interface EnteredMarks {
  currency: string | undefined
  percent: string | undefined
  exponent: string
  decimals: string
  hasGrouping: boolean
}

function enteredFormat(marks: EnteredMarks): NumberFormat | undefined {
  const hasDecimals = /\d/.test(marks.decimals)
  if (marks.currency) return { type: 'CURRENCY', pattern: hasDecimals ? '"$"#,##0.00' : '"$"#,##0' }
  if (marks.percent) return { type: 'PERCENT', pattern: hasDecimals ? '0.00%' : '0%' }
  if (marks.exponent) return { type: 'SCIENTIFIC', pattern: '0.00E+00' }
  if (marks.hasGrouping) return { type: 'NUMBER', pattern: hasDecimals ? '#,##0.00' : '#,##0' }
  return undefined
}
