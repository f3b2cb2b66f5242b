import { tabIdIn } from '#contract/spreadsheet-link.ts'
import { foldName } from '#domain/recognize/name-finder.ts'
import type { TabId } from './last-tabs.ts'

/** A tab as a task names it; an empty name is the first visible tab. */
export interface NamedTab {
  readonly spreadsheetId: string
  readonly name: string
}

/** Whether names are of the same tab: Google Sheets ignores their case, and people overlook what they cannot see. */
export function isSameTabName(one: string, other: string): boolean {
  return foldName(one) === foldName(other)
}

/**
 * Whether a task means the same tab by two names. `last` is the tab that the earlier name meant at the last copy; null if
 * there was none. `names_tab` in the database knows only case and blanks. Other names are recognized when a run reads the tabs.
 */
export function isSameTab(before: NamedTab, after: NamedTab, last: TabId | null): boolean {
  if (before.spreadsheetId !== after.spreadsheetId) return false
  return isSameTabName(before.name, after.name) || (last !== null && tabIdIn(after.name) === last.sheetId)
}
