import { sheets, type sheets_v4 } from '@googleapis/sheets'
import { readA1Range, type TabRange } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { MAX_TRIES } from '#domain/copy/request-retry.ts'
import type { RowsText } from '#domain/copy/rows-text.ts'
import { type MoveOutcome, moveValues, type ValueMoves } from './move-values.ts'
import { isTemporary, ProviderError } from './provider-error.ts'
import type { RequestKind } from './quota.ts'
import { type Grid, type GridRef, getGrid } from './read-grid.ts'
import { type ReceivedValues, receiveValues } from './received-values.ts'
import type { AccessUsed, RequestSender, Usage } from './request-sender.ts'
import { SPREADSHEET_FIELDS, type Spreadsheet, spreadsheetName, toSpreadsheet } from './spreadsheet.ts'
import { LEFT_TO_NODE } from './through-proxy.ts'
import { receiveWritten, repeatOf, type ValuesWritten } from './written-values.ts'

export type UpdateRequest = sheets_v4.Schema$Request
export type NumberFormat = sheets_v4.Schema$NumberFormat
export type CellData = sheets_v4.Schema$CellData

interface ValuesRef {
  spreadsheet: Pick<Spreadsheet, 'id' | 'title'>
  /** In A1 notation. Without the title of a tab it means the first visible one. */
  range: string
  /** Formulas instead of their results. */
  asEntered?: boolean
}

export interface ValuesRead {
  /** Without trailing empty cells and without trailing empty rows. They are parsed when they are first asked for. */
  readonly rows: Cell[][]
  /** The same rows as they were received, if they were. */
  text: RowsText | undefined
  /** Size of the response. */
  bytes: number
  /** The part of the range that is inside the grid; undefined if the provider does not say. */
  inGrid: TabRange | undefined
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
  /** The cell that is most likely at fault when the provider refuses a value, for messages. */
  place?: () => string
}

interface PlannedUpdate {
  spreadsheet: Spreadsheet
  /** The requests still needed for the spreadsheet in its current state. */
  plan: (current: Spreadsheet) => UpdateRequest[]
  /** A refusal says nothing about what else the account may do. */
  isOptional?: boolean
  /** What the requests change, for messages: `the tab 'Data'`. */
  place?: () => string
}

/** Sends the requests of one run. All methods throw ProviderError, or the reason of the run's signal. */
export interface SheetsClient {
  readonly usage: Usage
  readonly accessUsed: AccessUsed
  /** `label` names the spreadsheet in messages, since its title is not known yet. */
  getSpreadsheet(id: string, label?: string): Promise<Spreadsheet>
  getValues(from: ValuesRef): Promise<ValuesRead>
  getGrid(from: GridRef): Promise<Grid>
  /** Writes all blocks or none; returns what the provider holds afterwards. */
  updateValues(to: ValuesUpdate): Promise<ValuesWritten>
  /**
   * Sends the requests that `plan` returns. They must not be applied twice: if it is unknown whether a failed one was
   * applied, the spreadsheet is read again and `plan` decides what is still needed.
   */
  batchUpdate(update: PlannedUpdate): Promise<void>
  moveValues(moves: ValueMoves): Promise<MoveOutcome>
  /**
   * The version of the file in Drive, which grows with every edit; undefined if no account of the run may know it. It may be
   * what another run learned at `since` or later.
   */
  fileVersion(id: string, since?: Date): Promise<string | undefined>
  /** A random id for a new tab; a collision is very unlikely. */
  newSheetId(): number
  backOff(failures: number): Promise<void>
  /** How long so many requests to a spreadsheet would wait for quota from now on. */
  quotaWaitMs(requests: { spreadsheet: Spreadsheet; kind: RequestKind; count: number }): Promise<number>
}

interface ClientOptions {
  sheetsUrl: string
  sender: RequestSender
  fileVersion: SheetsClient['fileVersion']
  random: () => number
}

export function createSheetsClient({ sheetsUrl, sender, fileVersion, random }: ClientOptions): SheetsClient {
  const { spreadsheets } = sheets({
    version: 'v4',
    rootUrl: `${sheetsUrl}/`,
    retry: false,
    noProxy: LEFT_TO_NODE,
    params: COMPACT,
  })
  const api = { spreadsheets, sender }
  return {
    usage: sender.usage,
    accessUsed: sender.accessUsed,
    backOff: sender.backOff,
    fileVersion,
    quotaWaitMs: ({ spreadsheet, kind, count }) =>
      sender.quotaWaitMs({ kind, count, spreadsheetId: spreadsheet.id, file: spreadsheetName(spreadsheet) }),
    newSheetId: () => 1 + Math.floor(random() * MAX_SHEET_ID),
    getSpreadsheet: (id, label) => getSpreadsheet(api, { id, label }),
    getValues: (from) => getValues(api, from),
    getGrid: (from) => getGrid(api, from),
    updateValues: (to) => updateValues(api, to),
    batchUpdate: (update) => batchUpdate(api, update),
    moveValues: (moves) => moveValues(api, moves),
  }
}

interface Api {
  spreadsheets: sheets_v4.Resource$Spreadsheets
  sender: RequestSender
}

/** Without it, Google indents its responses, which more than doubles them. */
const COMPACT = { prettyPrint: false }

const MAX_SHEET_ID = 2 ** 31 - 2

/** Independent of locale: numbers stay numbers, dates are days since 1899-12-30. */
const AS_STORED = { valueRenderOption: 'UNFORMATTED_VALUE', dateTimeRenderOption: 'SERIAL_NUMBER' }

/** The answer to a write carries the values, at no cost in quota. */
const ANSWER_AS_STORED = {
  includeValuesInResponse: true,
  responseValueRenderOption: AS_STORED.valueRenderOption,
  responseDateTimeRenderOption: AS_STORED.dateTimeRenderOption,
}

async function getSpreadsheet(
  { spreadsheets, sender }: Api,
  { id, label }: { id: string; label?: string | undefined },
) {
  const { body } = await sender.send<sheets_v4.Schema$Spreadsheet>({
    kind: 'read',
    purpose: 'metadata',
    isIdempotent: true,
    spreadsheetId: id,
    file: label ?? `the spreadsheet ${id}`,
    call: (options) => spreadsheets.get({ spreadsheetId: id, fields: SPREADSHEET_FIELDS }, options),
  })
  return toSpreadsheet(id, body)
}

async function getValues(
  { spreadsheets, sender }: Api,
  { spreadsheet, range, asEntered = false }: ValuesRef,
): Promise<ValuesRead> {
  const render = asEntered ? { ...AS_STORED, valueRenderOption: 'FORMULA' } : AS_STORED
  const query = { spreadsheetId: spreadsheet.id, ranges: [range], ...render }
  const { body, bytes } = await sender.send<ReceivedValues>({
    kind: 'read',
    purpose: asEntered ? 'details' : 'values',
    isIdempotent: true,
    spreadsheetId: spreadsheet.id,
    file: spreadsheetName(spreadsheet),
    // A tab may be named '..', which the client library rejects in a path but not in a query.
    call: (options) => spreadsheets.values.batchGet(query, options),
    parse: receiveValues,
    cellsIn: ({ cells }) => cells,
  })
  return {
    get rows() {
      return body.rows
    },
    text: body.text,
    bytes,
    inGrid: readA1Range(body.range),
  }
}

async function updateValues(
  { spreadsheets, sender }: Api,
  { spreadsheet, blocks, cells, place }: ValuesUpdate,
): Promise<ValuesWritten> {
  const texts = blocks.map(({ values }) => JSON.stringify(values))
  const data = blocks.map(({ range }, at) => `{"range":${JSON.stringify(range)},"values":${texts[at]}}`)
  const options = JSON.stringify({ valueInputOption: 'RAW', ...ANSWER_AS_STORED })
  const repeats = texts.map(repeatOf)
  const { body } = await sender.send<ValuesWritten>({
    kind: 'write',
    purpose: 'value_writes',
    isIdempotent: true,
    spreadsheetId: spreadsheet.id,
    file: spreadsheetName(spreadsheet),
    call: (method) => spreadsheets.values.batchUpdate({ spreadsheetId: spreadsheet.id, requestBody: {} }, method),
    body: `${options.slice(0, -1)},"data":[${data.join(',')}]}`,
    parse: (text) => receiveWritten(text, repeats),
    cellsIn: () => cells,
    place,
  })
  return body
}

async function batchUpdate(api: Api, { spreadsheet, plan, isOptional = false, place }: PlannedUpdate): Promise<void> {
  const { id } = spreadsheet
  let current = spreadsheet
  for (let failures = 1; ; failures += 1) {
    const requests = plan(current)
    if (requests.length === 0) return
    try {
      await api.sender.send({
        kind: 'write',
        purpose: 'structure_writes',
        isIdempotent: false,
        isOptional,
        spreadsheetId: id,
        file: spreadsheetName(spreadsheet),
        call: (options) => api.spreadsheets.batchUpdate({ spreadsheetId: id, requestBody: {} }, options),
        body: { requests },
        place,
      })
      return
    } catch (error) {
      if (!(error instanceof ProviderError && isTemporary(error)) || failures === MAX_TRIES) throw error
      await api.sender.backOff(failures)
      current = await getSpreadsheet(api, { id })
    }
  }
}
