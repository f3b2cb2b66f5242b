const WORDS: Readonly<Record<string, string>> = { ss: 'spreadsheet', id: 'ID', api: 'API' }

/** Formats the name of a field in words, e.g. 'Source spreadsheet ID' for `source_ss_id`. */
export function fieldWords(field: string): string {
  const text = field
    .split('_')
    .map((word) => WORDS[word] ?? word)
    .join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
