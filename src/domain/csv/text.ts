/*
 * Spreadsheet programs treat a field that begins with one of these characters as a formula, and might run a stranger's code.
 * Programs with semicolons or tabs as separators also split fields there, as at line breaks, so a formula can begin after
 * any of these characters. An apostrophe before the formula keeps it text. Text already marked gets another apostrophe, so
 * unmarking always restores the original.
 */

const MAX_QUOTE_LENGTH = 80
const UNMARKED = /^(?=[ "']*[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])(?=[ "']*[=+\-@＝＋－＠])/g
const MARKED = /^'(?=[ "']*[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])'(?=[ "']*[=+\-@＝＋－＠])/g

export function markAsText(field: string): string {
  return field.replace(UNMARKED, "'")
}

export function unmark(field: string): string {
  return field.replace(MARKED, '')
}

/** Quotes text of a file in a message: shortened, and without characters that cannot be shown or stored. */
export function quoted(text: string): string {
  return `"${shortened(text)}"`
}

/** Shortens text of a file for messages and lists, without characters that cannot be shown or stored. */
export function shortened(text: string): string {
  const shown = text
    .slice(0, MAX_QUOTE_LENGTH)
    .replaceAll(/\p{Cc}/gu, ' ')
    .toWellFormed()
  return text.length > MAX_QUOTE_LENGTH ? `${shown}…` : shown
}
