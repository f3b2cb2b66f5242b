import type { CellContent } from '../api/values.ts'

/**
 * The initial text when a cell is edited: its formula if it has one. Text the provider would convert to a number, a date, a
 * boolean or a formula gets a leading apostrophe, which the provider does not store. A rounded number is given in full; a
 * number shown as a date or in another form, as shown.
 */
export function textToEdit({ shown, stored, formula }: CellContent): string {
  if (formula !== undefined) return formula
  if (typeof stored === 'string') return changesWhenTyped(stored) ? `'${stored}` : stored
  const isRoundedForShow = typeof stored === 'number' && shown.trim() !== '' && Number.isFinite(Number(shown))
  return isRoundedForShow ? String(stored) : shown
}

function changesWhenTyped(text: string): boolean {
  return /^\s*['=+\-.@($€£¥\d]|%\s*$|^(true|false)$|^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i.test(text)
}
