const MAY_BE_TAKEN_FOR_A_FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/
const CARRIES_A_MARK = /^'+[=+\-@\t\r\n＝＋－＠]/
const LONGEST_QUOTE = 80

/*
 * A spreadsheet program takes a field that begins with one of these characters for a formula, and could run what a stranger
 * wrote there. An apostrophe in front keeps it text. Fields that look like an already marked one get one more, so that
 * unmarking always gives back what was marked, and all other fields stay as they are.
 */

export function markAsText(field: string): string {
  return MAY_BE_TAKEN_FOR_A_FORMULA.test(field) ? `'${field}` : field
}

export function unmark(field: string): string {
  return CARRIES_A_MARK.test(field) ? field.slice(1) : field
}

/** Text of a file as it stands in a sentence: shortened, and without what cannot be shown or stored. */
export function quoted(text: string): string {
  const shown = text
    .slice(0, LONGEST_QUOTE)
    .replaceAll(/\p{Cc}/gu, ' ')
    .toWellFormed()
  return text.length > LONGEST_QUOTE ? `"${shown}…"` : `"${shown}"`
}
