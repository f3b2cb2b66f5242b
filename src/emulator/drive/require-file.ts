import type { Store } from '../store/open-store.ts'
import { findSpreadsheet, type Spreadsheet } from '../store/spreadsheets.ts'
import { fileNotFound } from './drive-refusals.ts'

/** @throws GoogleError 404 in Drive's words when there is no such spreadsheet. */
export function requireFile(store: Store, id: string): Spreadsheet {
  const file = findSpreadsheet(store, id)
  if (!file) throw fileNotFound(id)
  return file
}
