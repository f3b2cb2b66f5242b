import { invalidArgument } from '../google-error.ts'
import { listSheets, type Sheet } from '../store/sheets.ts'
import type { BatchContext } from './request-kind.ts'

/** The tab with the id, for requests on the tab itself. No id means 0. */
export function requireSheet(context: BatchContext, sheetId = 0): Sheet {
  return findSheet(context, { sheetId, what: 'sheet' })
}

/** The tab with the id, for requests on its cells: Google then calls it a grid. */
export function requireGrid(context: BatchContext, sheetId = 0): Sheet {
  return findSheet(context, { sheetId, what: 'grid' })
}

function findSheet({ store, spreadsheetId }: BatchContext, wanted: { sheetId: number; what: string }): Sheet {
  const sheet = listSheets(store, spreadsheetId).find((candidate) => candidate.sheetId === wanted.sheetId)
  if (!sheet) throw invalidArgument(`No ${wanted.what} with id: ${wanted.sheetId}`)
  return sheet
}
