import { keepByLocale } from './locale-tag.ts'
import { normalizeText } from './normalize-text.ts'
import { roundNumber } from './round-number.ts'

/** Maximum length of a number. */
const MAX_LENGTH = 40
const PERCENT = 100
/** A sign, a currency like $, R$ or kr on either side, and a percent sign. */
const MARKED =
  /^([+-]?)(?:(?:[A-Z]{0,3}\p{Sc}|CHF|EUR|GBP|USD|Ft|Kč|kr|zł) ?)?([+-]?)([.,]?\d(?:[.,' ]?\d)*(?:[eE][+-]\d{1,3})?)(?: ?(?:\p{Sc}|CHF|EUR|GBP|USD|Ft|Kč|kr|zł|(%)))?$/u
/** English digits: plain, in groups of three, or with an exponent. */
const DIGITS = /^(?:(?:0|[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d+)?|\.\d+|\d(?:\.\d+)?[eE][+-]\d{1,3})$/
/** India writes 1,23,45,678. */
const INDIAN_DIGITS = /^[1-9]\d?(?:,\d{2})*,\d{3}(?:\.\d+)?$/

interface NumberForm {
  group: string
  decimal: string
  isIndian: boolean
}

const findForm = keepByLocale(buildForm)

/**
 * Reads an unambiguous number in the spreadsheet's locale: `1,200.50`, `$5`, `(5)`, `12.5 %`. Rejects possible identifiers:
 * leading zeros (`007`) and exponents without a sign (`12E3`).
 */
export function readNumber(text: string, locale: string): number | undefined {
  const trimmed = text.length > MAX_LENGTH ? '' : normalizeText(text).replaceAll('−', '-').replaceAll('’', "'")
  const isBracketed = trimmed.startsWith('(') && trimmed.endsWith(')')
  const marked = MARKED.exec(isBracketed ? trimmed.slice(1, -1) : trimmed)
  if (!marked) return undefined
  const [, sign = '', inner = '', digits = '', percent] = marked
  const number = readDigits(digits, findForm(locale))
  const signs = `${sign}${inner}`
  if (number === undefined || signs.length > 1 || (isBracketed && signs !== '')) return undefined
  const scaled = percent ? roundNumber(number / PERCENT) : number
  return isBracketed || signs === '-' ? 0 - scaled : scaled
}

/** Reads a number from its unformatted display text. A whole number above 2^53 stays text, because all its digits count. */
export function readShownNumber(text: string, locale: string): number | undefined {
  const { decimal } = findForm(locale)
  const digits = decimal === '.' ? text : text.replaceAll('.', ' ').replace(decimal, '.')
  const number = Number(digits)
  const isExact = Number.isFinite(number) && (Number.isSafeInteger(number) || !Number.isInteger(number))
  return isExact && String(number) === digits ? number : undefined
}

function readDigits(digits: string, { group, decimal, isIndian }: NumberForm): number | undefined {
  const english = new Map([
    [group, ','],
    [decimal, '.'],
  ])
  const written = digits.replace(/[^\deE+-]/g, (separator) => english.get(separator) ?? '?')
  if (!DIGITS.test(written) && !(isIndian && INDIAN_DIGITS.test(written))) return undefined
  const number = Number(written.replaceAll(',', ''))
  return Number.isFinite(number) ? number : undefined
}

function buildForm(tag: string): NumberForm {
  const parts = new Intl.NumberFormat(tag).formatToParts(12_345_678.5)
  const find = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value ?? ''
  const groups = parts.filter(({ type }) => type === 'integer')
  const group = find('group').replace('’', "'").replace(/\s/, ' ')
  return { group, decimal: find('decimal'), isIndian: groups.at(-2)?.value.length === 2 }
}
