/** Column names as one query value: comma-separated, quoted as in CSV where a name needs it. */
export function columnList(names: readonly string[]): string {
  return names.map((name) => (/[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(',')
}
