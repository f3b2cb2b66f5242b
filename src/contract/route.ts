import type { z } from 'zod'

/** A screen that may be open to visitors who are not signed in; the calls behind it share its access. */
export type OpenScreen = 'data_copy' | 'schedule' | 'dev' | 'import_export'

/** Who may make a call: anyone, a signed-in member, or whoever may see the named screen. */
export type Access = 'anyone' | 'member' | OpenScreen

/** An answer that is not JSON: a file, a page, a stream of events. */
export interface RawReply {
  readonly contentType: string
}

/** A file sent as multipart form data, in the one field that is named here. */
export interface Upload {
  readonly field: string
  readonly maxBytes: number
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/${string}`
  readonly access: Access
  readonly summary: string
  readonly status?: 201 | 204
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  readonly upload?: Upload
  readonly reply: z.ZodType | RawReply
}

type InputPart = 'params' | 'query' | 'body'
type Parsed<R extends Route, K extends InputPart> = R[K] extends z.ZodType ? { [P in K]: z.output<R[K]> } : unknown
type Sent<R extends Route, K extends InputPart> = R[K] extends z.ZodType ? { [P in K]: z.input<R[K]> } : unknown

/** What a handler receives: parsed, with defaults filled in. */
export type Input<R extends Route> = Parsed<R, 'params'> & Parsed<R, 'query'> & Parsed<R, 'body'>

/** What a caller sends. */
export type CallInput<R extends Route> = Sent<R, 'params'> & Sent<R, 'query'> & Sent<R, 'body'>

/** What a caller receives; nothing in particular for a raw answer. */
export type Reply<R extends Route> = R['reply'] extends z.ZodType ? z.output<R['reply']> : unknown

/** Declares a route once: the server answers it, the browser and the tests call it, the OpenAPI document describes it. */
export function route<const R extends Route>(declared: R): R {
  return declared
}
