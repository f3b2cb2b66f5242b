import { a1Range, readA1Range, type TabRange } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'
import type { RowsText } from '#domain/copy/rows-text.ts'
import { pickFileFacts, type Spreadsheet } from '#domain/copy/spreadsheet.ts'
import type { ReadPart } from './read-sizes.ts'
import type { SheetsApi } from './read-spreadsheet.ts'
import { type ReceivedValues, receiveValues } from './received-values.ts'

export interface ValuesRef {
  spreadsheet: Pick<Spreadsheet, 'id' | 'title'>
  /** Its first cell must be inside the grid. */
  range: TabRange
  /** Formulas instead of their results. */
  asEntered?: boolean
  /** Also finds hidden rows. */
  asksHidden?: boolean | undefined
  /** Further rows of the same columns, measured in the same request. */
  samples?: readonly RowSpan[] | undefined
}

/** Rows by their numbers. */
interface RowSpan {
  firstRow: number
  lastRow: number
}

export interface ValuesRead {
  /** Without trailing empty cells and without trailing empty rows. They are parsed when they are first asked for. */
  readonly rows: Cell[][]
  /** Rows as received, if they were. */
  text: RowsText | undefined
  /** Size of the response. */
  bytes: number
  /** The part of the range inside the grid; undefined if the provider does not say. */
  inGrid: TabRange | undefined
  /** The numbers of the hidden rows in the range, if they were asked for. */
  hidden?: readonly number[] | undefined
  /** Size of each sample as JSON, if they were asked for and came along. */
  sampleBytes?: readonly number[] | undefined
}

/** Independent of locale: numbers stay numbers, dates are days since 1899-12-30. */
export const AS_STORED = { valueRenderOption: 'UNFORMATTED_VALUE', dateTimeRenderOption: 'SERIAL_NUMBER' }

export async function readValues(
  { spreadsheets, sender }: SheetsApi,
  { spreadsheet, range, asEntered = false, canShrink, samples = [] }: ReadPart<ValuesRef>,
): Promise<ValuesRead> {
  const render = asEntered ? { ...AS_STORED, valueRenderOption: 'FORMULA' } : AS_STORED
  const ranges = [range, ...samples.map((rows) => ({ ...range, ...rows }))].map(a1Range)
  const query = { spreadsheetId: spreadsheet.id, ranges, ...render }
  const { body, bytes } = await sender.send<ReceivedValues>({
    kind: 'read',
    purpose: asEntered ? 'details' : 'values',
    isIdempotent: true,
    canShrink,
    file: pickFileFacts(spreadsheet),
    // A tab may be named '..', a name rejected by the client library in a path but not in a query.
    call: (options) => spreadsheets.values.batchGet(query, options),
    parse: (text) => receiveValues(text, samples.length),
    cellsIn: ({ cells }) => cells,
  })
  return {
    get rows() {
      return body.rows
    },
    text: body.text,
    bytes: bytes - body.sampleBytes.reduce((sum, size) => sum + size, 0),
    inGrid: readA1Range(body.range),
    sampleBytes: body.sampleBytes,
  }
}
