/**
 * Maximum length of the list in an address. Servers limit the head of a request: 16 kB for address, referrer and cookies
 * together.
 */
export const MAX_COLUMNS_LENGTH = 4000

/**
 * Joins column names to a single query value: comma-separated, with CSV quoting where needed. Returns undefined if the address
 * would become too long. Without a list, the server sends all columns.
 */
export function columnList(names: readonly string[]): string | undefined {
  const list = names.map((name) => (/[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(',')
  return String(new URLSearchParams({ list })).length > MAX_COLUMNS_LENGTH ? undefined : list
}
