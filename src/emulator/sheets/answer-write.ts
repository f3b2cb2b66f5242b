import type { Store } from '../store/open-store.ts'
import { readValues } from '../values/read-values.ts'
import type { RenderOptions } from '../values/value-options.ts'
import { updateResponse, type WriteResult } from '../values/write-values.ts'
import type { SentRange } from './sent-range.ts'

interface WriteAnswer {
  spreadsheetId: string
  result: WriteResult
  body: SentRange
  response: RenderOptions | undefined
}

/** The `UpdateValuesResponse`, with the values now in the requested range when they were asked for. */
export function answerWrite(store: Store, { spreadsheetId, result, body, response }: WriteAnswer): object {
  const answer = updateResponse(spreadsheetId, result)
  if (!response) return answer
  const majorDimension = body.majorDimension ?? 'ROWS'
  return { ...answer, updatedData: readValues(store, { range: result.requested, majorDimension, ...response }) }
}
