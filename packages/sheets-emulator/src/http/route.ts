import type { FieldMask } from '../messages/field-mask.ts'
import type { MessageShape } from '../messages/message-shapes.ts'
import type { OperationKind } from '../operation-kind.ts'
import type { Store } from '../store/open-store.ts'
import type { ErrorWords } from '../values/value-options.ts'
import type { Query } from './query.ts'

/** The context of every method. */
export interface Provider {
  store: Store
  now: () => Date
  /**
   * Whether `spreadsheets.get` refuses a range beyond the grid, instead of limiting it. Google's behavior is not documented.
   */
  refusesLongRanges: boolean
  /** Whether numbers become text in cells with a text format. Google's behavior is not documented. */
  storesNumbersAsText: boolean
  /** How unformatted values word errors. Google's behavior in other languages is not documented. */
  errorWords: ErrorWords
}

/** A parsed request. `mask` selects the fields of the reply. */
export interface Call {
  params: Readonly<Record<string, string>>
  query: Query
  body: unknown
  mask: FieldMask
  /** The caller's bearer token. */
  account: string | undefined
  /** The address of a spreadsheet's page. */
  formatPageUrl: (spreadsheetId: string) => string
  /** Whether the caller can read a spreadsheet other than the one in the path. */
  canRead: (spreadsheetId: string) => boolean
  canWrite: (spreadsheetId: string) => boolean
  /** @throws GoogleError 403 when the caller cannot write the spreadsheet. */
  requireWrite: (spreadsheetId: string) => void
}

/** A method of the Sheets or Drive API. The named groups of `path` are its parameters, decoded after the match. */
export interface Route {
  operation: string
  kind: OperationKind
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: RegExp
  query: readonly string[]
  /** Parameters of Google's method that are missing here. */
  unsupportedQuery?: readonly string[]
  /** The shape of the reply: the fields a mask can name. */
  reply: MessageShape
  /** The mask of a request without one. If missing, the whole reply is sent. */
  defaultFields?: string
  /** Returns the reply; `undefined` sends 204 without a body. */
  handle: (provider: Provider, call: Call) => object | undefined
}

/** A path parameter the route's pattern requires. */
export function param(call: Call, name: string): string {
  const value = call.params[name]
  if (value === undefined) throw new Error(`The route has no parameter ${name}.`)
  return value
}
