import type { CellEntry } from '#contract/change-set.ts'

/** Formats a value or formula for display in a cell; blank for an empty cell. */
export function cellEntryText(entry: CellEntry): string {
  if (entry === null) return ''
  if (typeof entry === 'object') return entry.formula
  return typeof entry === 'boolean' ? String(entry).toUpperCase() : String(entry)
}
