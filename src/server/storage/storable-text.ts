/** A text that PostgreSQL accepts: no null characters, no unpaired surrogates. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}
