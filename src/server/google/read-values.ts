import { a1Range, readA1Range } from '#domain/copy/a1.ts'
import { pickFileFacts } from '#domain/copy/spreadsheet.ts'
import type { ValuesRead, ValuesRef } from '#engine/workbook.ts'
import type { ReadPart } from './read-sizes.ts'
import type { SheetsApi } from './read-spreadsheet.ts'
import { type ReceivedValues, receiveValues } from './received-values.ts'

/** Options for values independent of locale: numbers stay numbers, and dates are days since 1899-12-30. */
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
    // A tab may be named '..', which the client library rejects in a path but not in a query.
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
