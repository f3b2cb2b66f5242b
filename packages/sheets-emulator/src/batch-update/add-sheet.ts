import { invalidArgument, notKept } from '../google-error.ts'
import { pairColors } from '../messages/colors.ts'
import { type SentSheetProperties, sheetPropertiesMessage } from '../messages/property-messages.ts'
import { message } from '../messages/proto-fields.ts'
import { sheetProperties } from '../messages/spreadsheet-resource.ts'
import type { Store } from '../store/open-store.ts'
import { checkSize } from '../store/resize-sheet.ts'
import { noFeatures } from '../store/sheet-features.ts'
import {
  findSheetByTitle,
  type GridLook,
  insertSheet,
  listSheets,
  type Sheet,
  type SheetLook,
  type SheetType,
  unusedSheetId,
} from '../store/sheets.ts'
import { requestKind } from './request-kind.ts'

const DEFAULT_ROW_COUNT = 1000
const DEFAULT_COLUMN_COUNT = 26

const schema = message('AddSheetRequest', { properties: sheetPropertiesMessage.optional() })

export const addSheet = requestKind(schema, ({ store, spreadsheetId }, { properties = {} }) => {
  const sheet = addNewSheet(store, { spreadsheetId, sent: properties })
  return { addSheet: { properties: sheetProperties(sheet) } }
})

/**
 * Adds an empty tab. Without an ID in the request, the first tab of a spreadsheet gets 0 and others a random ID.
 * @throws GoogleError when the title or ID is taken, or the size is negative or over the limits.
 */
export function addNewSheet(
  store: Store,
  { spreadsheetId, sent }: { spreadsheetId: string; sent: SentSheetProperties },
): Sheet {
  const sheets = listSheets(store, spreadsheetId)
  const type = sentType(sent)
  const title = sent.title || nextTitle(sheets)
  const sheetId = sent.sheetId ?? (sheets.length === 0 ? 0 : unusedSheetId(sheets))
  checkUnique(sheets, { title, sheetId })
  const size = type === 'OBJECT' ? { rowCount: 0, columnCount: 0 } : sentSize(sent.gridProperties)
  checkSize(store, { spreadsheetId, ...size })
  const index = sent.index ?? sheets.length
  if (index < 0) throw invalidArgument(`Invalid sheet index: ${index}`)
  return insertSheet(store, {
    ...{ spreadsheetId, sheetId, title, index, ...size, look: sentLook(sent) },
    ...{ type, features: noFeatures },
  })
}

/** Picks the type of a tab. A chart tab or a data source tab, made by Google with its chart or data source, stays empty. */
function sentType({ sheetType = 'GRID', gridProperties, dataSourceSheetProperties }: SentSheetProperties): SheetType {
  if (sheetType === 'SHEET_TYPE_UNSPECIFIED') throw invalidArgument(`Unsupported sheet type: ${sheetType}`)
  if (dataSourceSheetProperties) throw notKept('dataSourceSheetProperties')
  if (sheetType !== 'GRID' && gridProperties) throw invalidArgument('Grid properties can only be set on a grid sheet.')
  return sheetType
}

function sentSize({ rowCount, columnCount }: NonNullable<SentSheetProperties['gridProperties']> = {}) {
  const size = { rowCount: rowCount || DEFAULT_ROW_COUNT, columnCount: columnCount || DEFAULT_COLUMN_COUNT }
  if (size.rowCount < 0 || size.columnCount < 0) throw invalidArgument('Grid dimensions must be positive.')
  return size
}

/** @throws GoogleError when another tab has the title or the ID. */
export function checkUnique(sheets: readonly Sheet[], requested: { title: string; sheetId: number }): void {
  if (requested.sheetId < 0) throw invalidArgument(`Invalid sheet id: ${requested.sheetId}`)
  if (findSheetByTitle(sheets, requested.title)) {
    throw invalidArgument(`A sheet with the name "${requested.title}" already exists. Please enter another name.`)
  }
  if (sheets.some((sheet) => sheet.sheetId === requested.sheetId)) {
    throw invalidArgument(`A sheet with the id ${requested.sheetId} already exists.`)
  }
}

/** Finds an unused title. Like Google, takes the lowest number without a tab, however many other tabs there are. */
function nextTitle(sheets: readonly Sheet[]): string {
  for (let number = 1; ; number += 1) {
    if (!findSheetByTitle(sheets, `Sheet${number}`)) return `Sheet${number}`
  }
}

/** Picks the display properties. Like Google, omits false and zero. */
export function sentLook(sent: SentSheetProperties): SheetLook {
  const { tabColor, tabColorStyle } = sent
  const gridProperties = sentGridLook(sent.gridProperties ?? {})
  return {
    ...(sent.hidden && { hidden: true }),
    ...(sent.rightToLeft && { rightToLeft: true }),
    ...pairColors({ ...(tabColor && { tabColor }), ...(tabColorStyle && { tabColorStyle }) }),
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
