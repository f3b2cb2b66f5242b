/**
 * Maximum length: a server accepts only so many characters before the body of a request, 16 kB for all of address, referrer
 * and cookies.
 */
export const MAX_COLUMNS_LENGTH = 4000

/**
 * Column names as one query value: comma-separated, with CSV quoting where needed. Undefined if the address would
 * become too long; without a list, the server sends all columns.
 */
export function columnList(names: readonly string[]): string | undefined {
  const list = names.map((name) => (/[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(',')
  return String(new URLSearchParams({ list })).length > MAX_COLUMNS_LENGTH ? undefined : list
}
