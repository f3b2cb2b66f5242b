import { tabIdIn } from '#contract/spreadsheet-link.ts'
import { foldName } from '#domain/recognize/name-finder.ts'
import type { TabId } from './last-tabs.ts'

/** Tab named by a task; an empty name means the first visible tab. */
export interface NamedTab {
  readonly spreadsheetId: string
  readonly name: string
}

/** Whether two names mean the same tab. Google Sheets ignores case, and nobody sees a blank at the end. */
export function isSameTabName(one: string, other: string): boolean {
  return foldName(one) === foldName(other)
}

/**
 * Whether two names of a task mean the same tab. `last` is the tab of the last copy under the earlier name; null if there was
 * no copy. `names_tab` in the database compares only case and blanks. Runs recognize other names when they read the tabs.
 */
export function isSameTab(before: NamedTab, after: NamedTab, last: TabId | null): boolean {
  if (before.spreadsheetId !== after.spreadsheetId) return false
  return isSameTabName(before.name, after.name) || (last !== null && tabIdIn(after.name) === last.sheetId)
}
