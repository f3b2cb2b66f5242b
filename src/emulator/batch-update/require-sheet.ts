import { invalidArgument } from '../google-error.ts'
import { listSheets, type Sheet } from '../store/sheets.ts'
import type { BatchContext } from './request-kind.ts'

/** The tab with the id, for requests on the tab itself. */
export function requireSheet({ store, spreadsheetId }: BatchContext, sheetId: number | undefined): Sheet {
  const sheet = listSheets(store, spreadsheetId).find((candidate) => candidate.sheetId === (sheetId ?? 0))
  if (!sheet) throw invalidArgument(`No sheet with id: ${sheetId ?? 0}`)
  return sheet
}

/** The tab with the id, for requests on its cells. */
export function requireGrid({ store, spreadsheetId }: BatchContext, sheetId: number | undefined): Sheet {
  const sheet = listSheets(store, spreadsheetId).find((candidate) => candidate.sheetId === (sheetId ?? 0))
  if (!sheet) throw invalidArgument(`No grid with id: ${sheetId ?? 0}`)
  return sheet
}
