import type { Store } from '../store/open-store.ts'
import { formatRange } from '../values/a1.ts'
import { readValues } from '../values/read-values.ts'
import type { RenderOptions } from '../values/value-options.ts'
import type { WriteResult } from '../values/write-values.ts'
import type { ValueRangeBody } from './value-range-body.ts'

interface Update {
  spreadsheetId: string
  result: WriteResult
  body: ValueRangeBody
  /** How to show the requested range after the write; `undefined` leaves it out. */
  response: RenderOptions | undefined
}

/** The `UpdateValuesResponse` of a write. Like Google, omits counts of zero. */
export function updateResponse(store: Store, { spreadsheetId, result, body, response }: Update): object {
  const { requested, written, updatedRows, updatedColumns, updatedCells } = result
  const majorDimension = body.majorDimension ?? 'ROWS'
  return {
    spreadsheetId,
    updatedRange: formatRange(written.sheet.title, written.box),
    ...(updatedRows > 0 && { updatedRows }),
    ...(updatedColumns.size > 0 && { updatedColumns: updatedColumns.size }),
    ...(updatedCells > 0 && { updatedCells }),
    ...(response && { updatedData: readValues(store, { range: requested, majorDimension, ...response }) }),
  }
}
