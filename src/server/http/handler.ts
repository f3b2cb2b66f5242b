import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Input, Reply, Route, Upload } from '#contract/route.ts'
import type { Caller } from './caller.ts'
import type { RequestSession } from './request-session.ts'

/** A file being uploaded. Reading the stream fails with a Refusal once the file exceeds the route's limit. */
export interface UploadedFile {
  name: string
  stream: Readable
}

/** A response that is not JSON. The route declares its content type. */
export interface RawResponse {
  body: Readable | string
  /** Defaults to 200. */
  status?: number
  headers?: Record<string, string>
}

/** Address to which a request was sent. */
export interface RequestAddress {
  /** URL with the public origin of the request, or else with the main origin. */
  url: URL
  /** Whether the `Host` header names a public origin. A proxy may have replaced it. */
  isOwnHost: boolean
}

type CallerOf<R extends Route> = R['access'] extends 'member' ? Caller : Caller | undefined
type FileOf<R extends Route> = R['upload'] extends Upload ? { file: UploadedFile } : unknown

type HandlerInput<R extends Route> = Input<R> &
  FileOf<R> & {
    /** The signed-in user who makes the request, in a browser or through a token. */
    caller: CallerOf<R>
    session: RequestSession
    address: RequestAddress
    /** The version in If-Match, if the route takes one. */
    version: string | undefined
    /** Whether the client accepts gzip. */
    acceptsGzip: boolean
    /** Aborted when the client disconnects before the response is complete. */
    signal: AbortSignal
  }

/** Reply that is already JSON. Undeclared fields are not removed from it. */
export class WrittenReply {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }
}

/** Readonly at every level, so literals in a handler's result keep their types. */
type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T

type HandlerResult<R extends Route> = R['reply'] extends z.ZodUndefined
  ? // biome-ignore lint/suspicious/noConfusingVoidType: the result of an async function without a return statement
    void
  : R['reply'] extends z.ZodType
    ? DeepReadonly<Reply<R>>
    : RawResponse

/** A route of the contract and the function that handles it. */
export interface Handler {
  readonly route: Route
  readonly handle: (input: never) => Promise<unknown>
  /** Whether simultaneous requests share one reply, and a page kept up to date by events gets a 304. */
  readonly isShared?: true
}

/** Defines the handler of a route. `handle` throws a Refusal when the caller made a mistake. */
export function handler<const R extends Route, const T extends HandlerResult<R> | WrittenReply>(
  route: R,
  handle: (input: HandlerInput<R>) => Promise<T>,
): Handler {
  return { route, handle }
}

/** Defines the handler of a read that only depends on the route's declared input. */
export function sharedHandler<const R extends Route, const T extends HandlerResult<R>>(
  route: R,
  handle: (input: Input<R>) => Promise<T>,
): Handler {
  return { route, handle, isShared: true }
}
