import type { CellValue } from '../api/values.ts'

/**
 * The text that, typed back unchanged, leaves the cell as it is. Text that typing would turn into a
 * number, a date, a boolean or a formula gets a leading apostrophe, which the provider does not store.
 */
export function textToEdit(shown: string, stored: CellValue): string {
  if (typeof stored === 'string') return changesWhenTyped(stored) ? `'${stored}` : stored
  const isRoundedForShow = typeof stored === 'number' && shown.trim() !== '' && Number.isFinite(Number(shown))
  return isRoundedForShow ? String(stored) : shown
}

function changesWhenTyped(text: string): boolean {
  return /^\s*['=+\-.@($€£¥\d]|%\s*$|^(true|false)$|^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i.test(text)
}
