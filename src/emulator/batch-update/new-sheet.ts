import { invalidArgument } from '../google-error.ts'
import { pairColours } from '../messages/colours.ts'
import type { SentSheetProperties } from '../messages/property-messages.ts'
import type { Store } from '../store/open-store.ts'
import { checkSize } from '../store/resize-sheet.ts'
import {
  findSheetByTitle,
  freeSheetId,
  type GridLook,
  insertSheet,
  listSheets,
  type Sheet,
  type SheetLook,
} from '../store/sheets.ts'

const defaultRowCount = 1000
const defaultColumnCount = 26

/**
 * Adds an empty tab. The first tab of a spreadsheet gets the id 0, every other one a random id unless told.
 * @throws GoogleError for a title or id that is taken, a size below 1 or over the limits.
 */
export function addNewSheet(
  store: Store,
  { spreadsheetId, sent }: { spreadsheetId: string; sent: SentSheetProperties },
): Sheet {
  const sheets = listSheets(store, spreadsheetId)
  if (sent.sheetType && sent.sheetType !== 'GRID') throw invalidArgument(`Unsupported sheet type: ${sent.sheetType}`)
  const title = sent.title || nextTitle(sheets)
  const sheetId = sent.sheetId ?? (sheets.length === 0 ? 0 : freeSheetId(sheets))
  refuseTaken(sheets, { title, sheetId })
  const { rowCount = defaultRowCount, columnCount = defaultColumnCount } = sent.gridProperties ?? {}
  const size = { rowCount: rowCount || defaultRowCount, columnCount: columnCount || defaultColumnCount }
  if (size.rowCount < 0 || size.columnCount < 0) throw invalidArgument('Grid dimensions must be positive.')
  checkSize(store, { spreadsheetId, ...size })
  const index = sent.index ?? sheets.length
  if (index < 0) throw invalidArgument(`Invalid sheet index: ${index}`)
  return insertSheet(store, { spreadsheetId, sheetId, title, index, ...size, look: sentLook(sent) })
}

/** @throws GoogleError when another tab has the title or the id. */
export function refuseTaken(sheets: readonly Sheet[], wanted: { title: string; sheetId: number }): void {
  if (wanted.sheetId < 0) throw invalidArgument(`Invalid sheet id: ${wanted.sheetId}`)
  if (findSheetByTitle(sheets, wanted.title)) {
    throw invalidArgument(`A sheet with the name "${wanted.title}" already exists. Please enter another name.`)
  }
  if (sheets.some((sheet) => sheet.sheetId === wanted.sheetId)) {
    throw invalidArgument(`A sheet with the id ${wanted.sheetId} already exists.`)
  }
}

function nextTitle(sheets: readonly Sheet[]): string {
  for (let number = sheets.length + 1; ; number += 1) {
    if (!findSheetByTitle(sheets, `Sheet${number}`)) return `Sheet${number}`
  }
}

/** The properties that only change how the tab looks; what is false or zero stays out, as in Google's replies. */
export function sentLook(sent: SentSheetProperties): SheetLook {
  const { tabColor, tabColorStyle } = sent
  const gridProperties = sentGridLook(sent.gridProperties ?? {})
  return {
    ...(sent.hidden && { hidden: true }),
    ...(sent.rightToLeft && { rightToLeft: true }),
    ...pairColours({ ...(tabColor && { tabColor }), ...(tabColorStyle && { tabColorStyle }) }),
    ...(Object.keys(gridProperties).length > 0 && { gridProperties }),
  }
}

function sentGridLook(sent: NonNullable<SentSheetProperties['gridProperties']>): GridLook {
  const { frozenRowCount, frozenColumnCount, hideGridlines, rowGroupControlAfter, columnGroupControlAfter } = sent
  return {
    ...(frozenRowCount && { frozenRowCount }),
    ...(frozenColumnCount && { frozenColumnCount }),
    ...(hideGridlines && { hideGridlines }),
    ...(rowGroupControlAfter && { rowGroupControlAfter }),
    ...(columnGroupControlAfter && { columnGroupControlAfter }),
  }
}
