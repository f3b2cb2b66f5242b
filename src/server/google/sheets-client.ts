import { sheets, type sheets_v4 } from '@googleapis/sheets'
import type { Cell } from '#domain/cell.ts'
import { MAX_TRIES } from '#domain/retry.ts'
import { ProviderError } from './provider-error.ts'
import type { RequestSender, Usage } from './request-sender.ts'
import { SPREADSHEET_FIELDS, type Spreadsheet, spreadsheetName, toSpreadsheet } from './spreadsheet.ts'

export type ChangeRequest = sheets_v4.Schema$Request
export type NumberFormat = sheets_v4.Schema$NumberFormat

type SpreadsheetRef = Pick<Spreadsheet, 'id' | 'title'>

interface ValueBlock {
  /** In A1 notation, as large as the values at least. */
  range: string
  /** `null` leaves a cell as it is, `''` empties it; short rows leave the rest of the row. */
  values: Cell[][]
}

/** The requests of one run. All throw ProviderError, or the run's abort reason. */
export interface SheetsClient {
  readonly usage: Usage
  /** `called` names the spreadsheet in an error sentence, as its title is not known yet. */
  getSpreadsheet(id: string, called?: string): Promise<Spreadsheet>
  /** Rows without their trailing empty cells, and without the trailing empty rows; `bytes` is the answer's size. */
  getValues(from: { spreadsheet: SpreadsheetRef; range: string }): Promise<{ rows: Cell[][]; bytes: number }>
  /** The number formats that someone gave to the cells, row by row. */
  getNumberFormats(from: { spreadsheet: SpreadsheetRef; range: string }): Promise<(NumberFormat | undefined)[][]>
  /** Writes the blocks, all or none, and gives the number of cells the provider says it wrote. */
  updateValues(to: { spreadsheet: SpreadsheetRef; blocks: ValueBlock[]; cells: number }): Promise<number>
  clearValues(to: { spreadsheet: SpreadsheetRef; range: string; cells: number }): Promise<void>
  /**
   * Sends what `plan` finds missing in the spreadsheet as it is now. Such requests must not be sent twice: when one
   * fails without a word whether it was applied, the spreadsheet is looked at and `plan` asked again.
   */
  change(to: { spreadsheet: Spreadsheet; plan: (now: Spreadsheet) => ChangeRequest[] }): Promise<void>
  /** An id for a new tab that no tab has, as good as certainly. */
  newSheetId(): number
  pauseAfter(failures: number): Promise<void>
}

interface ClientOptions {
  sheetsUrl: string
  sender: RequestSender
  random: () => number
}

export function createSheetsClient({ sheetsUrl, sender, random }: ClientOptions): SheetsClient {
  const { spreadsheets } = sheets({ version: 'v4', rootUrl: `${sheetsUrl}/`, retry: false })
  const { values } = spreadsheets

  async function getSpreadsheet(id: string, called = `the spreadsheet ${id}`): Promise<Spreadsheet> {
    const { body } = await sender.send<sheets_v4.Schema$Spreadsheet>({
      kind: 'read',
      isRepeatable: true,
      file: called,
      call: (options) => spreadsheets.get({ spreadsheetId: id, fields: SPREADSHEET_FIELDS }, options),
      cellsIn: () => 0,
    })
    return toSpreadsheet(id, body)
  }

  return {
    usage: sender.usage,
    pauseAfter: sender.pauseAfter,
    newSheetId: () => 1 + Math.floor(random() * LARGEST_SHEET_ID),
    getSpreadsheet,

    async getValues({ spreadsheet, range }) {
      const { body, bytes } = await sender.send<{ valueRanges?: { values?: Cell[][] }[] }>({
        kind: 'read',
        isRepeatable: true,
        file: spreadsheetName(spreadsheet),
        // In a path, unlike in a query, the client library refuses ranges with a dot between slashes.
        call: (options) => values.batchGet({ spreadsheetId: spreadsheet.id, ranges: [range], ...AS_STORED }, options),
        cellsIn: ({ valueRanges }) => countValues(valueRanges?.[0]?.values),
      })
      return { rows: body.valueRanges?.[0]?.values ?? [], bytes }
    },

    async getNumberFormats({ spreadsheet, range }) {
      const { body } = await sender.send<sheets_v4.Schema$Spreadsheet>({
        kind: 'read',
        isRepeatable: true,
        file: spreadsheetName(spreadsheet),
        call: (options) =>
          spreadsheets.get({ spreadsheetId: spreadsheet.id, ranges: [range], fields: FORMAT_FIELDS }, options),
        cellsIn: () => 0,
      })
      const rows = body.sheets?.[0]?.data?.[0]?.rowData ?? []
      return rows.map((row) => (row.values ?? []).map((cell) => cell.userEnteredFormat?.numberFormat))
    },

    async updateValues({ spreadsheet, blocks, cells }) {
      const requestBody = { valueInputOption: 'RAW', data: blocks }
      const { body } = await sender.send<sheets_v4.Schema$BatchUpdateValuesResponse>({
        kind: 'write',
        isRepeatable: true,
        file: spreadsheetName(spreadsheet),
        call: (options) => values.batchUpdate({ spreadsheetId: spreadsheet.id, requestBody }, options),
        cellsIn: () => cells,
      })
      return body.totalUpdatedCells ?? 0
    },

    async clearValues({ spreadsheet, range, cells }) {
      await sender.send({
        kind: 'write',
        isRepeatable: true,
        file: spreadsheetName(spreadsheet),
        call: (options) =>
          values.batchClear({ spreadsheetId: spreadsheet.id, requestBody: { ranges: [range] } }, options),
        cellsIn: () => cells,
      })
    },

    async change({ spreadsheet, plan }) {
      let now = spreadsheet
      for (let failures = 1; ; failures += 1) {
        const requests = plan(now)
        if (requests.length === 0) return
        try {
          await sender.send({
            kind: 'write',
            isRepeatable: false,
            file: spreadsheetName(spreadsheet),
            call: (options) =>
              spreadsheets.batchUpdate({ spreadsheetId: spreadsheet.id, requestBody: { requests } }, options),
            cellsIn: () => 0,
          })
          return
        } catch (error) {
          if (!(error instanceof ProviderError) || error.reason !== 'unavailable' || failures === MAX_TRIES) throw error
          await sender.pauseAfter(failures)
          now = await getSpreadsheet(spreadsheet.id)
        }
      }
    },
  }
}

const LARGEST_SHEET_ID = 2 ** 31 - 2

/** Free of locale: numbers stay numbers, dates are days since 1899-12-30. */
const AS_STORED = { valueRenderOption: 'UNFORMATTED_VALUE', dateTimeRenderOption: 'SERIAL_NUMBER' }

const FORMAT_FIELDS = 'sheets.data.rowData.values.userEnteredFormat.numberFormat'

function countValues(rows: readonly (readonly Cell[])[] | undefined): number {
  return (rows ?? []).reduce((sum, row) => sum + row.length, 0)
}
