/** Locale of a new spreadsheet. */
export const DEFAULT_LOCALE = 'en_US'
const DEFAULT_TAG = 'en-US'

/** The language tag of a spreadsheet's locale like `de_DE`, with Latin digits and the Gregorian calendar. */
function localeTag(locale: string): string {
  const tag = `${locale.replaceAll('_', '-')}-u-ca-gregory-nu-latn`
  return isKnown(tag) ? tag : DEFAULT_TAG
}

/** Caches a value per locale, because building it is slow. */
export function keepByLocale<Value>(build: (tag: string) => Value): (locale: string) => Value {
  const kept = new Map<string, Value>()
  return (locale) => {
    const value = kept.get(locale) ?? build(localeTag(locale))
    kept.set(locale, value)
    return value
  }
}

function isKnown(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0
  } catch {
    // Invalid language tag.
    return false
  }
}
