/** TRUE in lower case, in the languages of spreadsheet programs: they save booleans in the user's language. */
const TRUE_WORDS: ReadonlySet<string> = new Set([
  'true',
  '1',
  'wahr',
  'vrai',
  'verdadero',
  'verdadeiro',
  'vero',
  'waar',
  'prawda',
  'pravda',
  'sant',
  'истина',
])
const FALSE_WORDS: ReadonlySet<string> = new Set([
  'false',
  '0',
  'falsch',
  'faux',
  'falso',
  'onwaar',
  'fałsz',
  'nepravda',
  'falskt',
  'ложь',
])

/** Reads a flag. Returns other text unchanged: the schema rejects it. */
export function readFlag(text: string): boolean | string {
  const word = text.toLowerCase()
  return TRUE_WORDS.has(word) || (FALSE_WORDS.has(word) ? false : text)
}

const DECIMALS = /[.,]00?$/
/** Groups of three digits, separated by blanks or apostrophes. */
const GROUPED = /^\d{1,3}(?:[\s'’]\d{3})+$/

/**
 * Reads a whole number like `2000`, `2 000` or `2000,0`. Returns NaN for other text: the schema rejects it. Rejects `2.000`
 * and `2,000`, because they mean two or two thousand depending on the locale.
 */
export function readWholeNumber(text: string): number {
  const digits = text.replace(DECIMALS, '')
  const plain = GROUPED.test(digits) ? digits.replaceAll(/\D/g, '') : digits
  return /^[+-]?\d+$/.test(plain) ? Number(plain) : Number.NaN
}
