/** An entry in double quotes, which may contain commas, or plain text up to the next comma. */
const ENTRY = /\s*"((?:[^"]|"")*)"\s*(?=,|$)|[^,]+/g

/** Entries of comma-separated text, trimmed, without empty entries. In a quoted entry, two quotes stand for a single quote. */
export function splitList(text: string): string[] {
  return Array.from(text.matchAll(ENTRY), ([plain, quoted]) => (quoted?.replaceAll('""', '"') ?? plain).trim()).filter(
    (entry) => entry !== '',
  )
}

/** Comma-separated text. `splitList` reads the same entries from it. */
export function joinList(entries: readonly unknown[]): string {
  return entries.map((entry) => quotedIfNeeded(String(entry))).join(', ')
}

/** Text in double quotes, if it contains a comma or a quote. */
export function quotedIfNeeded(entry: string): string {
  return /[,"]/.test(entry) ? `"${entry.replaceAll('"', '""')}"` : entry
}
