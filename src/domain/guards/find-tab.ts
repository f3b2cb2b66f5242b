import { tabIdIn } from '#contract/spreadsheet-link.ts'
import type { Tab } from '#domain/copy/spreadsheet.ts'
import type { TabId } from '#domain/tasks/last-tabs.ts'
import { isSameTabName } from '#domain/tasks/same-tab.ts'

type VisibleTab = Pick<Tab, 'sheetId' | 'title' | 'isHidden'>

interface Wanted {
  /** The tab named by the task; empty for the first visible tab. */
  name: string
  /** The tab of the last copy; null if no copy has used this place. */
  last: TabId | null
}

/** The tab of a copy, and how it differs from the last copy's tab. */
export type FoundTab<T> =
  | { kind: 'same'; tab: T }
  /** The task names the tab by its ID, as links do. */
  | { kind: 'linked'; tab: T }
  /** The tab of the last copy has another name now, and no other tab has the name the task gives. */
  | { kind: 'renamed'; tab: T }
  /** The tab of the last copy is gone, and a new tab has its name. */
  | { kind: 'made_anew'; tab: T }
  /** Another tab has the name now, and the tab of the last copy has another name. */
  | { kind: 'replaced'; tab: T; last: T }
  /** The tab of the last copy is gone, and none has its name. */
  | { kind: 'deleted'; name: string }
  /** No tab of this name has ever been known. */
  | { kind: 'missing' }

/** Finds the tab of a copy by its id, or by its name where no copy has used it yet. */
export function findTab<T extends VisibleTab>(tabs: readonly T[], { name, last }: Wanted): FoundTab<T> {
  const own = tabs.find(({ sheetId }) => sheetId === last?.sheetId)
  if (!last || (last.isReleased && !own)) {
    const tab = name === '' ? firstVisible(tabs) : findNamed(tabs, name)
    return tab ? { kind: isLinked(tab, name) ? 'linked' : 'same', tab } : { kind: 'missing' }
  }
  // Ignore an empty name once a tab was copied: another tab may have become the first.
  if (own && name === '') return { kind: 'same', tab: own }
  const lastName = name === '' ? last.title : name
  const named = findNamed(tabs, lastName)
  if (!named) return own ? { kind: 'renamed', tab: own } : { kind: 'deleted', name: lastName }
  if (!own) return { kind: 'made_anew', tab: named }
  if (own === named) return { kind: isLinked(own, name) ? 'linked' : 'same', tab: own }
  return { kind: 'replaced', tab: named, last: own }
}

function findNamed<T extends VisibleTab>(tabs: readonly T[], name: string): T | undefined {
  const id = tabIdIn(name)
  return findByName(tabs, name) ?? (id === undefined ? undefined : tabs.find(({ sheetId }) => sheetId === id))
}

function isLinked({ sheetId, title }: VisibleTab, name: string): boolean {
  return title !== name && tabIdIn(name) === sheetId
}

function firstVisible<T extends VisibleTab>(tabs: readonly T[]): T | undefined {
  return tabs.find(({ isHidden }) => !isHidden) ?? tabs[0]
}

/**
 * Finds a tab by its name. Tab titles in a spreadsheet never differ by case alone but may differ by invisible characters,
 * e.g. a blank at the end. Ignores invisible characters if the match is unique.
 */
export function findByName<T extends Pick<Tab, 'title'>>(tabs: readonly T[], name: string): T | undefined {
  const lower = name.toLowerCase()
  const alike = tabs.filter(({ title }) => isSameTabName(title, name))
  return (
    tabs.find(({ title }) => title === name) ??
    tabs.find(({ title }) => title.toLowerCase() === lower) ??
    (alike.length === 1 ? alike[0] : undefined)
  )
}
