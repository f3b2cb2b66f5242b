import type { CellContent } from '../api/values.ts'

/**
 * Initial text when a cell is edited: its formula if it has one. Text the provider would convert to a number, a date, a boolean
 * or a formula gets a leading apostrophe, never stored by the provider. A rounded number is given in full. A number shown
 * as a date or in another form stays as shown.
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
