/** Column names as one query value: comma-separated, with CSV quoting where needed. */
export function columnList(names: readonly string[]): string {
  return names.map((name) => (/[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(',')
}
