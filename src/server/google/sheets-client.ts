import { sheets, type sheets_v4 } from '@googleapis/sheets'
import type { Cell } from '#domain/copy/cell.ts'
import { MAX_TRIES } from '#domain/copy/request-retry.ts'
import { isTemporary, ProviderError } from './provider-error.ts'
import type { RequestSender, Usage } from './request-sender.ts'
import { SPREADSHEET_FIELDS, type Spreadsheet, spreadsheetName, toSpreadsheet } from './spreadsheet.ts'

export type UpdateRequest = sheets_v4.Schema$Request
export type NumberFormat = sheets_v4.Schema$NumberFormat

interface RangeRef {
  spreadsheet: Pick<Spreadsheet, 'id' | 'title'>
  /** In A1 notation. */
  range: string
}

interface ValueBlock {
  /** In A1 notation, at least as large as the values. */
  range: string
  /** `null` skips a cell, `''` clears it. Cells past the end of a short row are skipped. */
  values: Cell[][]
}

interface ValuesUpdate {
  spreadsheet: Pick<Spreadsheet, 'id' | 'title'>
  blocks: ValueBlock[]
  /** Number of cells in the blocks that are not `null`. */
  cells: number
}

interface PlannedUpdate {
  spreadsheet: Spreadsheet
  /** The requests still needed for the spreadsheet in its current state. */
  plan: (current: Spreadsheet) => UpdateRequest[]
}

/** Sends the requests of one run. All methods throw ProviderError, or the reason of the run's signal. */
export interface SheetsClient {
  readonly usage: Usage
  /** `label` names the spreadsheet in messages, since its title is not known yet. */
  getSpreadsheet(id: string, label?: string): Promise<Spreadsheet>
  /** Rows without trailing empty cells and without trailing empty rows; `bytes` is the size of the response. */
  getValues(from: RangeRef): Promise<{ rows: Cell[][]; bytes: number }>
  /** The number formats that users set on the cells, row by row. */
  getNumberFormats(from: RangeRef): Promise<(NumberFormat | undefined)[][]>
  /** Writes all blocks or none; returns the number of cells that the provider reports as written. */
  updateValues(to: ValuesUpdate): Promise<number>
  clearValues(to: RangeRef & { cells: number }): Promise<void>
  /**
   * Sends the requests that `plan` returns. They must not be applied twice: if it is unknown whether a failed one was
   * applied, the spreadsheet is read again and `plan` decides what is still needed.
   */
  batchUpdate(update: PlannedUpdate): Promise<void>
  /** A random id for a new tab; a collision is very unlikely. */
  newSheetId(): number
  backOff(failures: number): Promise<void>
}

interface ClientOptions {
  sheetsUrl: string
  sender: RequestSender
  random: () => number
}

export function createSheetsClient({ sheetsUrl, sender, random }: ClientOptions): SheetsClient {
  const { spreadsheets } = sheets({ version: 'v4', rootUrl: `${sheetsUrl}/`, retry: false, noProxy: LOOPBACK })
  const api = { spreadsheets, sender }
  return {
    usage: sender.usage,
    backOff: sender.backOff,
    newSheetId: () => 1 + Math.floor(random() * MAX_SHEET_ID),
    getSpreadsheet: (id, label) => getSpreadsheet(api, { id, label }),
    getValues: (from) => getValues(api, from),
    getNumberFormats: (from) => getNumberFormats(api, from),
    updateValues: (to) => updateValues(api, to),
    clearValues: (to) => clearValues(api, to),
    batchUpdate: (update) => batchUpdate(api, update),
  }
}

interface Api {
  spreadsheets: sheets_v4.Resource$Spreadsheets
  sender: RequestSender
}

/** A provider on this machine cannot be reached through a proxy. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

const MAX_SHEET_ID = 2 ** 31 - 2

/** Independent of locale: numbers stay numbers, dates are days since 1899-12-30. */
const AS_STORED = { valueRenderOption: 'UNFORMATTED_VALUE', dateTimeRenderOption: 'SERIAL_NUMBER' }

const FORMAT_FIELDS = 'sheets.data.rowData.values.userEnteredFormat.numberFormat'

async function getSpreadsheet(
  { spreadsheets, sender }: Api,
  { id, label }: { id: string; label?: string | undefined },
) {
  const { body } = await sender.send<sheets_v4.Schema$Spreadsheet>({
    kind: 'read',
    isIdempotent: true,
    spreadsheetId: id,
    file: label ?? `the spreadsheet ${id}`,
    call: (options) => spreadsheets.get({ spreadsheetId: id, fields: SPREADSHEET_FIELDS }, options),
  })
  return toSpreadsheet(id, body)
}

async function getValues({ spreadsheets, sender }: Api, { spreadsheet, range }: RangeRef) {
  const query = { spreadsheetId: spreadsheet.id, ranges: [range], ...AS_STORED }
  const { body, bytes } = await sender.send<{ valueRanges?: { values?: Cell[][] }[] }>({
    kind: 'read',
    isIdempotent: true,
    spreadsheetId: spreadsheet.id,
    file: spreadsheetName(spreadsheet),
    // A tab may be named '..', which the client library rejects in a path but not in a query.
    call: (options) => spreadsheets.values.batchGet(query, options),
    cellsIn: ({ valueRanges }) => (valueRanges?.[0]?.values ?? []).reduce((sum, row) => sum + row.length, 0),
  })
  return { rows: body.valueRanges?.[0]?.values ?? [], bytes }
}

async function getNumberFormats({ spreadsheets, sender }: Api, { spreadsheet, range }: RangeRef) {
  const query = { spreadsheetId: spreadsheet.id, ranges: [range], fields: FORMAT_FIELDS }
  const { body } = await sender.send<sheets_v4.Schema$Spreadsheet>({
    kind: 'read',
    isIdempotent: true,
    spreadsheetId: spreadsheet.id,
    file: spreadsheetName(spreadsheet),
    call: (options) => spreadsheets.get(query, options),
  })
  const rows = body.sheets?.[0]?.data?.[0]?.rowData ?? []
  return rows.map((row) => (row.values ?? []).map((cell) => cell.userEnteredFormat?.numberFormat))
}

async function updateValues({ spreadsheets, sender }: Api, { spreadsheet, blocks, cells }: ValuesUpdate) {
  const { body } = await sender.send<sheets_v4.Schema$BatchUpdateValuesResponse>({
    kind: 'write',
    isIdempotent: true,
    spreadsheetId: spreadsheet.id,
    file: spreadsheetName(spreadsheet),
    call: (options) => spreadsheets.values.batchUpdate({ spreadsheetId: spreadsheet.id, requestBody: {} }, options),
    body: { valueInputOption: 'RAW', data: blocks },
    cellsIn: () => cells,
  })
  return body.totalUpdatedCells ?? 0
}

async function clearValues({ spreadsheets, sender }: Api, { spreadsheet, range, cells }: RangeRef & { cells: number }) {
  await sender.send({
    kind: 'write',
    isIdempotent: true,
    spreadsheetId: spreadsheet.id,
    file: spreadsheetName(spreadsheet),
    call: (options) => spreadsheets.values.batchClear({ spreadsheetId: spreadsheet.id, requestBody: {} }, options),
    body: { ranges: [range] },
    cellsIn: () => cells,
  })
}

async function batchUpdate(api: Api, { spreadsheet, plan }: PlannedUpdate): Promise<void> {
  const { id } = spreadsheet
  let current = spreadsheet
  for (let failures = 1; ; failures += 1) {
    const requests = plan(current)
    if (requests.length === 0) return
    try {
      await api.sender.send({
        kind: 'write',
        isIdempotent: false,
        spreadsheetId: id,
        file: spreadsheetName(spreadsheet),
        call: (options) => api.spreadsheets.batchUpdate({ spreadsheetId: id, requestBody: {} }, options),
        body: { requests },
      })
      return
    } catch (error) {
      if (!(error instanceof ProviderError && isTemporary(error)) || failures === MAX_TRIES) throw error
      await api.sender.backOff(failures)
      current = await getSpreadsheet(api, { id })
    }
  }
}
