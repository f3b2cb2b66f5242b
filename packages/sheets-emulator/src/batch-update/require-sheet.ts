import { invalidArgument } from '../google-error.ts'
import { listSheets, type Sheet } from '../store/sheets.ts'
import type { BatchContext } from './request-kind.ts'

/** Finds the tab with the ID (0 if missing), for requests on the tab itself. @throws GoogleError when it does not exist. */
export function requireSheet(context: BatchContext, sheetId = 0): Sheet {
  return findSheet(context, { sheetId, noun: 'sheet' })
}

/** Finds the tab of a request on cells. Google's error then calls the tab a grid. */
export function requireGrid(context: BatchContext, sheetId = 0): Sheet {
  const sheet = findSheet(context, { sheetId, noun: 'grid' })
  if (sheet.type !== 'GRID') throw invalidArgument(`No grid with id: ${sheetId}`)
  return sheet
}

function findSheet({ store, spreadsheetId }: BatchContext, requested: { sheetId: number; noun: string }): Sheet {
  const sheet = listSheets(store, spreadsheetId).find((candidate) => candidate.sheetId === requested.sheetId)
  if (!sheet) throw invalidArgument(`No ${requested.noun} with id: ${requested.sheetId}`)
  return sheet
}
