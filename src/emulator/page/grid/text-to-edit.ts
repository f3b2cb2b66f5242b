import type { CellValue } from '../api/values.ts'

/**
 * The text to begin the editing of a cell with. Text that typing would turn into a number, a date, a boolean
 * or a formula gets a leading apostrophe, which the provider does not store. A number that is shown rounded
 * is given in full; what is shown as something else, such as a date, is given as it is shown.
 */
export function textToEdit(shown: string, stored: CellValue): string {
  if (typeof stored === 'string') return changesWhenTyped(stored) ? `'${stored}` : stored
  const isRoundedForShow = typeof stored === 'number' && shown.trim() !== '' && Number.isFinite(Number(shown))
  return isRoundedForShow ? String(stored) : shown
}

function changesWhenTyped(text: string): boolean {
  return /^\s*['=+\-.@($€£¥\d]|%\s*$|^(true|false)$|^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i.test(text)
}
