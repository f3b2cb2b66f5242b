import type { Cell } from '#domain/copy/cell.ts'
import { DEFAULT_LOCALE } from '#domain/recognize/locale-tag.ts'
import { normalizeKey } from '#domain/recognize/normalize-key.ts'
import { normalizeText } from '#domain/recognize/normalize-text.ts'

/** Key of a value, ignoring blanks, Unicode composition and case. Undefined for a blank cell. */
export function findValueKey(cell: Cell, locale: string): string | undefined {
  return normalizeKey([cell], locale)?.toLowerCase()
}

/** Whether two texts name the same value. */
export function isSameValue(one: string, other: string): boolean {
  return one === other || findValueKey(one, DEFAULT_LOCALE) === findValueKey(other, DEFAULT_LOCALE)
}

/** Displayed text of a value. */
export function nameValue(cell: Cell): string {
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : normalizeText(String(cell ?? ''))
}

const MAX_TAB_NAME_LENGTH = 100
/** Characters not allowed in names of tabs. */
const FORBIDDEN = /[[\]*?/\\:]/g
const CONTROL_CHARACTERS = /\p{Cc}/gu

/** The name of the tab for the rows with a value. */
export function nameTab(value: string): string {
  const name = value.replaceAll(FORBIDDEN, '-').replaceAll(CONTROL_CHARACTERS, ' ')
  // Spreadsheet programs refuse quotes at both ends.
  return name.slice(0, MAX_TAB_NAME_LENGTH).toWellFormed().trim().replace(/^'/, '’').replace(/'$/, '’')
}
