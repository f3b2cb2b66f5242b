/** The values TRUE and FALSE as spreadsheet programs write them in the language of the person who saves a file, in lower case. */
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

/** A flag; any other text is left for a schema to refuse. */
export function readFlag(text: string): boolean | string {
  const word = text.toLowerCase()
  return TRUE_WORDS.has(word) || (FALSE_WORDS.has(word) ? false : text)
}

const DECIMALS = /[.,]00?$/
/** Digits in groups of three, with blanks or apostrophes between them. */
const GROUPED = /^\d{1,3}(?:[\s'’]\d{3})+$/

/**
 * A whole number such as `2000`, `2 000` or `2000,0`; NaN for any other text, for a schema to refuse. `2.000` and `2,000` are
 * refused: where the file was written decides whether they are two or two thousand.
 */
export function readWholeNumber(text: string): number {
  const digits = text.replace(DECIMALS, '')
  const plain = GROUPED.test(digits) ? digits.replaceAll(/\D/g, '') : digits
  return /^[+-]?\d+$/.test(plain) ? Number(plain) : Number.NaN
}
