import type { Store } from '../store/open-store.ts'
import { listSheets, type Sheet } from '../store/sheets.ts'
import type { Spreadsheet } from '../store/spreadsheets.ts'
import type { SheetRange } from '../values/resolve-range.ts'
import { defaultFormat, spreadsheetTheme } from './default-format.ts'
import { metadataResource } from './developer-metadata.ts'
import { type FieldMask, maskBelow, maskIncludes } from './field-mask.ts'
import { gridData } from './grid-data.ts'
import { gridRangeResource } from './grid-range.ts'
import { protectedRangeResource } from './protected-range.ts'
import { tableResource } from './table.ts'

interface SpreadsheetView {
  spreadsheet: Spreadsheet
  mask: FieldMask
  /** The caller's bearer token. */
  account: string | undefined
  pageUrl: string
  /** Whether to include cells. */
  includesGridData: boolean
  /** Limits the reply to these ranges and their tabs; empty means all. */
  ranges: readonly SheetRange[]
}

/** The `Spreadsheet` message. Reads only the cells the mask selects. */
export function spreadsheetResource(store: Store, view: SpreadsheetView): object {
  const { id, title, locale, autoRecalc, timeZone } = view.spreadsheet
  const { ranges } = view
  const sheets = listSheets(store, id).filter(
    (sheet) => ranges.length === 0 || ranges.some((range) => range.sheet.gridId === sheet.gridId),
  )
  return {
    spreadsheetId: id,
    properties: { title, locale, autoRecalc, timeZone, defaultFormat, spreadsheetTheme },
    sheets: maskIncludes(view.mask, 'sheets') ? sheets.map((sheet) => sheetResource(store, { ...view, sheet })) : [],
    spreadsheetUrl: view.pageUrl,
  }
}

function sheetResource(store: Store, view: SpreadsheetView & { sheet: Sheet }): object {
  const { sheet, mask, includesGridData, ranges } = view
  const below = maskBelow(mask, 'sheets') ?? 'all'
  const { merges, metadata, protectedRanges, tables } = sheet.features
  const resource = {
    properties: sheetProperties(sheet),
    ...(merges.length > 0 && { merges: merges.map((box) => gridRangeResource(sheet, box)) }),
    ...(metadata.length > 0 && { developerMetadata: metadata.map((each) => metadataResource(sheet, each)) }),
    ...(protectedRanges.length > 0 && {
      protectedRanges: protectedRanges.map((range) => protectedRangeResource(range, { sheet, account: view.account })),
    }),
    ...(tables.length > 0 && { tables: tables.map((table) => tableResource(sheet, table)) }),
  }
  const dataMask = maskBelow(below, 'data')
  if (!includesGridData || !dataMask || sheet.type !== 'GRID') return resource
  const boxes = ranges.filter((range) => range.sheet.gridId === sheet.gridId).map((range) => range.box)
  const shown = boxes.length > 0 ? boxes : [{ startRow: 0, startColumn: 0 }]
  return { ...resource, data: shown.map((box) => gridData(store, { range: { sheet, box }, mask: dataMask })) }
}

/** The `SheetProperties` message. */
export function sheetProperties(sheet: Sheet): object {
  const { gridProperties, ...look } = sheet.look
  return {
    sheetId: sheet.sheetId,
    title: sheet.title,
    index: sheet.index,
    sheetType: sheet.type,
    ...(sheet.type !== 'OBJECT' && {
      gridProperties: { rowCount: sheet.rowCount, columnCount: sheet.columnCount, ...gridProperties },
    }),
    ...look,
  }
}
