import type { sheets_v4 } from '@googleapis/sheets'
import type { SpreadsheetFile } from '#domain/copy/named-file.ts'
import type { Spreadsheet } from '#domain/copy/spreadsheet.ts'
import { DEFAULT_LOCALE } from '#domain/recognize/locale-tag.ts'
import type { RequestSender } from './request-sender.ts'

/** The Sheets API as one run uses it. */
export interface SheetsApi {
  spreadsheets: sheets_v4.Resource$Spreadsheets
  sender: RequestSender
  random: () => number
}

export const TAB_FIELDS =
  'properties(sheetId,title,index,sheetType,hidden,gridProperties(rowCount,columnCount)),developerMetadata(metadataKey,metadataValue)'

/** Metadata key of the version of a tab's rows. Each move of rows gives the tab a new version. */
export const ROWS_VERSION = 'nanosync.rows'

/** All the metadata a copy needs, and no cells. */
const SPREADSHEET_FIELDS = `spreadsheetId,properties(title,locale),sheets(${TAB_FIELDS})`

export async function readSpreadsheet(
  { spreadsheets, sender }: SheetsApi,
  id: string,
  file: SpreadsheetFile = { id },
): Promise<Spreadsheet> {
  const { body } = await sender.send<sheets_v4.Schema$Spreadsheet>({
    kind: 'read',
    purpose: 'metadata',
    isIdempotent: true,
    file,
    call: (options) => spreadsheets.get({ spreadsheetId: id, fields: SPREADSHEET_FIELDS }, options),
  })
  return toSpreadsheet(id, body)
}

export function toSpreadsheet(id: string, body: sheets_v4.Schema$Spreadsheet): Spreadsheet {
  const spreadsheet: Spreadsheet = {
    id,
    title: body.properties?.title ?? id,
    locale: body.properties?.locale ?? DEFAULT_LOCALE,
    tabs: [],
    otherTabs: [],
  }
  for (const { properties, developerMetadata = [] } of body.sheets ?? []) {
    const { sheetId, title, sheetType, hidden, gridProperties } = properties ?? {}
    if (typeof title !== 'string' || typeof sheetId !== 'number') continue
    const { rowCount, columnCount } = gridProperties ?? {}
    const isGrid = !sheetType || sheetType === 'GRID'
    if (!isGrid || !rowCount || !columnCount) spreadsheet.otherTabs.push(title)
    else {
      const rowsVersion = developerMetadata.find(({ metadataKey }) => metadataKey === ROWS_VERSION)?.metadataValue
      const size = { rowCount, columnCount, isHidden: hidden === true }
      spreadsheet.tabs.push({ sheetId, title, ...size, ...(rowsVersion && { rowsVersion }) })
    }
  }
  return spreadsheet
}
