import { useSyncExternalStore } from 'react'
import type { Tab } from '../api/spreadsheet.ts'

function subscribe(listener: () => void) {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/** The tab that the address names (`#gid=0`), the first one when it names none that exists. */
export function useSelectedTab(tabs: Tab[]) {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  const gid = new URLSearchParams(hash.slice(1)).get('gid')
  return tabs.find((tab) => String(tab.sheetId) === gid) ?? tabs[0]
}

export function selectTab(sheetId: number) {
  location.hash = `gid=${sheetId}`
}

/** The cell that the address names beside the tab (`#gid=0&range=B12`). */
export function cellInAddress(): string {
  return new URLSearchParams(location.hash.slice(1)).get('range') ?? ''
}
