import type { Cell } from '#domain/copy/cell.ts'
import { csvTable, jsonTable } from './sample-data.ts'
import type { SampleSpreadsheet } from './sample-spreadsheet.ts'

/** English, Arabic, Japanese, Hindi, Greek, Russian, Hebrew, Thai, Chinese, Korean, Armenian: each with a different script. */
const LANGUAGES = ['en', 'ar', 'ja', 'hi', 'el', 'ru', 'he', 'th', 'zh', 'ko', 'hy']
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Codes of groups and tests, and unused codes. */
const NON_COUNTRY_CODES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

export const worldReference: SampleSpreadsheet = {
  key: 'world',
  title: 'World Reference – source',
  tabs: [
    { name: 'Countries', rows: countryRows },
    { name: 'Currencies', rows: currencyRows },
    { name: 'Languages', rows: languageRows },
    { name: 'Country Indicators', rows: () => jsonTable('gapminder.json') },
    {
      name: 'Income and Health',
      rows: () => csvTable('gapminder-health-income.csv', ['text', 'number', 'number', 'number', 'text']),
    },
  ],
}

/** Yields country codes, main languages, and the country's name in each language. */
export function* countryRows(): Generator<Cell[]> {
  yield ['code', 'main_language', ...LANGUAGES.map((language) => `name_${language}`)]
  const names = createCodeTranslator('region')
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  for (const code of codes) {
    const { language, region } = new Intl.Locale(`und-${code}`).maximize()
    const isCurrent = new Intl.Locale(`und-${code}`).region === code && region === code
    const translated = names(code)
    if (isCurrent && !NON_COUNTRY_CODES.has(code) && translated) yield [code, language, ...translated]
  }
}

/** Yields currency codes, numbers of decimals, and the currency's name in each language. */
export function* currencyRows(): Generator<Cell[]> {
  yield ['code', 'decimals', ...LANGUAGES.map((language) => `name_${language}`)]
  const names = createCodeTranslator('currency')
  for (const currency of Intl.supportedValuesOf('currency')) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    const translated = names(currency)
    if (translated) yield [currency, format.maximumFractionDigits ?? null, ...translated]
  }
}

function* languageRows(): Generator<Cell[]> {
  yield ['code', 'script', ...LANGUAGES.map((language) => `name_${language}`)]
  const names = createCodeTranslator('language')
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => (first + second).toLowerCase()))
  for (const code of codes) {
    const translated = names(code)
    if (translated) yield [code, new Intl.Locale(code).maximize().script ?? null, ...translated]
  }
}

/** Returns a function that names a code in each language, or returns `undefined` when English has no name for it. */
function createCodeTranslator(type: 'region' | 'currency' | 'language') {
  const sources = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type, fallback: 'none' }))
  return (code: string): Cell[] | undefined => {
    const names = sources.map((source) => source.of(code) ?? null)
    return names[0] === null ? undefined : names
  }
}
