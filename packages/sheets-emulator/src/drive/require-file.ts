import { GoogleError } from '../google-error.ts'
import type { Store } from '../store/open-store.ts'
import { findSpreadsheet, type Spreadsheet } from '../store/spreadsheets.ts'

/** @throws GoogleError 404, in Drive's words, when the spreadsheet does not exist. */
export function requireFile(store: Store, id: string): Spreadsheet {
  const file = findSpreadsheet(store, id)
  if (file) return file
  throw fileNotFound(id)
}

export function fileNotFound(id: string): GoogleError {
  const message = `File not found: ${id}.`
  return new GoogleError({ code: 404, status: 'NOT_FOUND', message, drive: { reason: 'notFound', location: 'fileId' } })
}
