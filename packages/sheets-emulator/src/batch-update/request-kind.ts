import type { z } from 'zod'
import { parseMessage } from '../messages/proto-fields.ts'
import type { Editor } from '../values/editor.ts'

/** The context of a request. All requests of a batch run in one transaction. */
export interface BatchContext extends Editor {
  spreadsheetId: string
  now: Date
}

/** A validated request. A call applies it and returns its reply. */
export type PreparedRequest = (context: BatchContext) => object

/** Kind of `spreadsheets.batchUpdate` request: validates the message at the path `at`, then applies it. */
export type RequestKind = (message: unknown, at: string) => PreparedRequest

export function requestKind<T>(
  schema: z.ZodType<T>,
  apply: (context: BatchContext, request: T) => object,
): RequestKind {
  return (message, at) => {
    const request = parseMessage(schema, { body: message, at })
    return (context) => apply(context, request)
  }
}
