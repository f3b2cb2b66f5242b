import { notFound } from '../google-error.ts'
import type { Provider } from '../http/route.ts'
import type { Store } from '../store/open-store.ts'
import { findSpreadsheet, type Spreadsheet, touchSpreadsheet } from '../store/spreadsheets.ts'

/** @throws GoogleError 404 when the spreadsheet does not exist. */
export function requireSpreadsheet(store: Store, id: string): Spreadsheet {
  const spreadsheet = findSpreadsheet(store, id)
  if (!spreadsheet) throw notFound()
  return spreadsheet
}

/** Runs a change in one transaction and increments the spreadsheet's version. */
export function changeSpreadsheet<T>(
  { provider, id }: { provider: Provider; id: string },
  change: (id: string) => T,
): T {
  const { store, now } = provider
  return store.transaction(() => {
    requireSpreadsheet(store, id)
    const result = change(id)
    touchSpreadsheet(store, { id, at: now() })
    return result
  })
}
