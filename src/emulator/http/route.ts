import type { FieldMask } from '../messages/field-mask.ts'
import type { MessageShape } from '../messages/message-shapes.ts'
import type { OperationKind } from '../operation-kind.ts'
import type { Store } from '../store/open-store.ts'
import type { Query } from './query.ts'

/** What every method works on. */
export interface Provider {
  store: Store
  now: () => Date
}

/** One request, taken apart. `mask` is what of the reply was asked for. */
export interface Call {
  params: Readonly<Record<string, string>>
  query: Query
  body: unknown
  mask: FieldMask
  /** Whether the caller may read a spreadsheet other than the one of the path. */
  canRead: (spreadsheetId: string) => boolean
  /** @throws GoogleError 403 when the caller may not write the spreadsheet. */
  requireWrite: (spreadsheetId: string) => void
}

/** A method of one of the two APIs. `path` names its parameters as groups; they are decoded after the match. */
export interface Route {
  operation: string
  kind: OperationKind
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: RegExp
  query: readonly string[]
  /** What a reply may hold, and so what a mask may name. */
  reply: MessageShape
  /** The mask of a request that has none; without it the whole reply is sent. */
  defaultFields?: string
  /** The reply; `undefined` answers 204 without a body. */
  answer: (provider: Provider, call: Call) => object | undefined
}

/** A path parameter that the route's pattern requires. */
export function param(call: Call, name: string): string {
  const value = call.params[name]
  if (value === undefined) throw new Error(`The route has no parameter ${name}.`)
  return value
}
