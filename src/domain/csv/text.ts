const LOOKS_LIKE_A_FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/
const IS_MARKED = /^'+[=+\-@\t\r\n＝＋－＠]/
const MAX_QUOTE_LENGTH = 80

/*
 * Spreadsheet programs treat a field that begins with one of these characters as a formula, and might run what a stranger
 * wrote. An apostrophe in front keeps it text. A field that already looks marked gets one more, so that unmarking always
 * restores the original; all other fields stay as they are.
 */

export function markAsText(field: string): string {
  return LOOKS_LIKE_A_FORMULA.test(field) ? `'${field}` : field
}

export function unmark(field: string): string {
  return IS_MARKED.test(field) ? field.slice(1) : field
}

/** Quotes text of a file in a message: shortened, and without characters that cannot be shown or stored. */
export function quoted(text: string): string {
  return `"${shortened(text)}"`
}

/** Text of a file as a message or a list can have it. */
export function shortened(text: string): string {
  const shown = text
    .slice(0, MAX_QUOTE_LENGTH)
    .replaceAll(/\p{Cc}/gu, ' ')
    .toWellFormed()
  return text.length > MAX_QUOTE_LENGTH ? `${shown}…` : shown
}
