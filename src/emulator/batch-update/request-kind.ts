import type { z } from 'zod'
import { parseMessage } from '../messages/proto-fields.ts'
import type { Store } from '../store/open-store.ts'

/** What a request of a batch works on; it runs inside the batch's transaction. */
export interface BatchContext {
  store: Store
  spreadsheetId: string
}

/** A request whose form is checked, ready to be applied; it gives its reply. */
export type PreparedRequest = (context: BatchContext) => object

/** One kind of request of `spreadsheets.batchUpdate`: checks a message that stands at `at`, then applies it. */
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
