/** The locale of a new spreadsheet. */
export const DEFAULT_LOCALE = 'en_US'
const DEFAULT_TAG = 'en-US'

/** The language tag of a spreadsheet's locale such as `de_DE`, with Latin digits and the Gregorian calendar. */
export function localeTag(locale: string): string {
  const tag = `${locale.replaceAll('_', '-')}-u-ca-gregory-nu-latn`
  return isKnown(tag) ? tag : DEFAULT_TAG
}

function isKnown(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0
  } catch {
    // Not a language tag.
    return false
  }
}
