import { sheets, type sheets_v4 } from '@googleapis/sheets'
import type { Cell } from '#domain/copy/cell.ts'
import { MAX_TRIES } from '#domain/copy/request-retry.ts'
import { ProviderError } from './provider-error.ts'
import type { RequestSender, Usage } from './request-sender.ts'
import { SPREADSHEET_FIELDS, type Spreadsheet, spreadsheetName, toSpreadsheet } from './spreadsheet.ts'

export type ChangeRequest = sheets_v4.Schema$Request
export type NumberFormat = sheets_v4.Schema$NumberFormat

interface RangeRef {
  spreadsheet: Pick<Spreadsheet, 'id' | 'title'>
  /** In A1 notation. */
  range: string
}

interface ValueBlock {
  /** In A1 notation, as large as the values at least. */
  range: string
  /** `null` leaves a cell as it is, `''` empties it; short rows leave the rest of the row. */
  values: Cell[][]
}

interface ValuesToWrite {
  spreadsheet: Pick<Spreadsheet, 'id' | 'title'>
  blocks: ValueBlock[]
  /** How many cells the blocks hold that are not `null`. */
  cells: number
}

interface PlannedChange {
  spreadsheet: Spreadsheet
  /** Gives what is missing in the spreadsheet as it is now. */
  plan: (now: Spreadsheet) => ChangeRequest[]
}

/** The requests of one run. All throw ProviderError, or the run's abort reason. */
export interface SheetsClient {
  readonly usage: Usage
  /** `called` names the spreadsheet in an error sentence, as its title is not known yet. */
  getSpreadsheet(id: string, called?: string): Promise<Spreadsheet>
  /** Rows without their trailing empty cells, and without the trailing empty rows; `bytes` is the answer's size. */
  getValues(from: RangeRef): Promise<{ rows: Cell[][]; bytes: number }>
  /** The number formats that someone gave to the cells, row by row. */
  getNumberFormats(from: RangeRef): Promise<(NumberFormat | undefined)[][]>
  /** Writes the blocks, all or none, and gives the number of cells the provider says it wrote. */
  updateValues(to: ValuesToWrite): Promise<number>
  clearValues(to: RangeRef & { cells: number }): Promise<void>
  /**
   * Sends what `plan` finds missing in the spreadsheet as it is now. Such requests must not be sent twice: when one
   * fails without a word whether it was applied, the spreadsheet is looked at and `plan` asked again.
   */
  change(to: PlannedChange): Promise<void>
  /** An id for a new tab that no tab has, as good as certainly. */
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
    newSheetId: () => 1 + Math.floor(random() * LARGEST_SHEET_ID),
    getSpreadsheet: (id, called) => getSpreadsheet(api, { id, called }),
    getValues: (from) => getValues(api, from),
    getNumberFormats: (from) => getNumberFormats(api, from),
    updateValues: (to) => updateValues(api, to),
    clearValues: (to) => clearValues(api, to),
    change: (to) => change(api, to),
  }
}

interface Api {
  spreadsheets: sheets_v4.Resource$Spreadsheets
  sender: RequestSender
}

/** A proxy for the outside world cannot reach a provider on this machine. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

const LARGEST_SHEET_ID = 2 ** 31 - 2

/** Free of locale: numbers stay numbers, dates are days since 1899-12-30. */
const AS_STORED = { valueRenderOption: 'UNFORMATTED_VALUE', dateTimeRenderOption: 'SERIAL_NUMBER' }

const FORMAT_FIELDS = 'sheets.data.rowData.values.userEnteredFormat.numberFormat'

async function getSpreadsheet(
  { spreadsheets, sender }: Api,
  { id, called }: { id: string; called?: string | undefined },
) {
  const { body } = await sender.send<sheets_v4.Schema$Spreadsheet>({
    kind: 'read',
    isIdempotent: true,
    spreadsheetId: id,
    file: called ?? `the spreadsheet ${id}`,
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
    // In a path, unlike in a query, the client library refuses a tab named with dots between slashes.
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

async function updateValues({ spreadsheets, sender }: Api, { spreadsheet, blocks, cells }: ValuesToWrite) {
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

async function change(api: Api, { spreadsheet, plan }: PlannedChange): Promise<void> {
  const { id } = spreadsheet
  let now = spreadsheet
  for (let failures = 1; ; failures += 1) {
    const requests = plan(now)
    if (requests.length === 0) return
    try {
      await api.sender.send({
        kind: 'write',
        isIdempotent: false,
        spreadsheetId: spreadsheet.id,
        file: spreadsheetName(spreadsheet),
        call: (options) => api.spreadsheets.batchUpdate({ spreadsheetId: id, requestBody: {} }, options),
        body: { requests },
      })
      return
    } catch (error) {
      if (!(error instanceof ProviderError) || error.reason !== 'unavailable' || failures === MAX_TRIES) throw error
      await api.sender.backOff(failures)
      now = await getSpreadsheet(api, { id })
    }
  }
}
