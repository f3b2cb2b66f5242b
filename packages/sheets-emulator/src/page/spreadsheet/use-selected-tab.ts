import { useSyncExternalStore } from 'react'
import type { Tab } from '../api/spreadsheet.ts'

function subscribe(listener: () => void) {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/** The tab in the URL (`#gid=0`), or the first tab when the URL has none or an unknown one. */
export function useSelectedTab(tabs: Tab[]) {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  const gid = new URLSearchParams(hash.slice(1)).get('gid')
  return tabs.find((tab) => String(tab.sheetId) === gid) ?? tabs[0]
}

export function selectTab(sheetId: number) {
  location.hash = `gid=${sheetId}`
}

/** The cell in the URL (`#gid=0&range=B12`), or an empty string. */
export function cellInUrl(): string {
  return new URLSearchParams(location.hash.slice(1)).get('range') ?? ''
}
