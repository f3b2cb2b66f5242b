import type { sheets_v4 } from '@googleapis/sheets'
import type { Area } from '#domain/copy/area.ts'
import type { ProtectedArea } from '#domain/copy/patch-areas.ts'
import type { RequestSender } from './request-sender.ts'
import {
  type Spreadsheet,
  spreadsheetName,
  TAB_FIELDS,
  type Table,
  toArea,
  toSpreadsheet,
  toTable,
} from './spreadsheet.ts'

export interface GridRef {
  spreadsheet: Pick<Spreadsheet, 'id' | 'title'>
  /** In A1 notation. Without the title of a tab it means the first visible one. */
  range: string
  /** Of each cell, such as 'userEnteredValue.formulaValue'. */
  fields: string
  /** Names the spreadsheet in messages while its title is not known. */
  label?: string | undefined
}

/** Facts about the cells of a range besides their values, and about its tab. */
export interface Grid {
  /** With this tab alone. */
  spreadsheet: Spreadsheet
  /** Row by row, without trailing cells and rows that lack what was asked for. */
  rows: sheets_v4.Schema$CellData[][]
  bytes: number
  /** Of the whole tab. */
  merges: Area[]
  tables: Table[]
  /** Those that the account may not edit. */
  protectedAreas: ProtectedArea[]
  hasFilter: boolean
}

interface Api {
  spreadsheets: sheets_v4.Resource$Spreadsheets
  sender: RequestSender
}

const GRID_FIELDS = `${TAB_FIELDS},merges,basicFilter.range,tables(range,columnProperties(columnIndex,columnType)),protectedRanges(range,unprotectedRanges,warningOnly,requestingUserCanEdit)`

/** Reads fields of the cells of a range, with what is known of its tab. */
export async function getGrid(
  { spreadsheets, sender }: Api,
  { spreadsheet, range, fields, label }: GridRef,
): Promise<Grid> {
  const mask = `spreadsheetId,properties.title,sheets(${GRID_FIELDS},data.rowData.values(${fields}))`
  const { body, bytes } = await sender.send<sheets_v4.Schema$Spreadsheet>({
    kind: 'read',
    purpose: 'details',
    isIdempotent: true,
    spreadsheetId: spreadsheet.id,
    file: label ?? spreadsheetName(spreadsheet),
    call: (options) => spreadsheets.get({ spreadsheetId: spreadsheet.id, ranges: [range], fields: mask }, options),
  })
  const { data, merges = [], tables = [], protectedRanges = [], basicFilter } = body.sheets?.[0] ?? {}
  const rows = (data?.[0]?.rowData ?? []).map((row) => row.values ?? [])
  const closed = protectedRanges.filter(
    ({ warningOnly, requestingUserCanEdit }) => !warningOnly && !requestingUserCanEdit,
  )
  return {
    spreadsheet: { ...toSpreadsheet(spreadsheet.id, body), isPartial: true },
    rows,
    bytes,
    merges: merges.map(toArea),
    tables: tables.map(toTable),
    protectedAreas: closed.map(({ range, unprotectedRanges = [] }) => ({
      ...toArea(range ?? {}),
      open: unprotectedRanges.map(toArea),
    })),
    hasFilter: basicFilter !== undefined,
  }
}
