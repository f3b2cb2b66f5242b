import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Input, Reply, Route, Upload } from '#contract/route.ts'
import type { Caller } from './caller.ts'
import type { RequestSession } from './request-session.ts'
import type { Subjects } from './versions/change-counter.ts'
import type { LastingReply } from './versions/lasting-replies.ts'

/** A file being uploaded. Reading the stream fails with a Refusal once the file exceeds the route's limit. */
export interface UploadedFile {
  name: string
  stream: Readable
}

/** A response that is not JSON; its content type is declared in the route. */
export interface RawResponse {
  body: Readable | string
  /** 200 when left out. */
  status?: number
  headers?: Record<string, string>
}

/** Where a request was sent. */
export interface RequestAddress {
  /** Under the public origin that the request named, or the main one. */
  url: URL
  /** Whether the `Host` header is that of a public origin. A proxy may have replaced it. */
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
    /** Whether the client can read what is compressed. */
    acceptsGzip: boolean
    /** Aborted when the client disconnects before the response is complete. */
    signal: AbortSignal
  }

/** A reply that is written as JSON already. Nothing is left out of it. */
export class WrittenReply {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }
}

/** Readonly at every level, so that literals in a handler's result keep their types. */
type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T

type HandlerResult<R extends Route> = R['reply'] extends z.ZodUndefined
  ? // biome-ignore lint/suspicious/noConfusingVoidType: the result of an async function without a return statement
    void
  : R['reply'] extends z.ZodType
    ? DeepReadonly<Reply<R>>
    : RawResponse

/** What the reply of a route depends on, where it is the same for everyone who may see it. */
export interface Versioning {
  readonly dependsOn: Subjects
  /** Until when the passing of time leaves the reply as it is, in milliseconds since the epoch; by default, for ever. */
  readonly freshUntilMs?: (reply: never, nowMs: number) => number
}

/** A route of the contract and the function that handles it. */
export interface Handler {
  readonly route: Route
  readonly handle: (input: never) => Promise<unknown>
  /** Set where equal requests share one reply, and an unchanged reply is recognized before anything is read. */
  readonly versioning?: Versioning
}

/** Handles a route. `handle` throws a Refusal when the caller made a mistake. */
export function handler<const R extends Route, const T extends HandlerResult<R> | LastingReply>(
  route: R,
  handle: (input: HandlerInput<R>) => Promise<T>,
): Handler {
  return { route, handle }
}

/** Handles a read that depends on neither its caller nor the request, but for the input that the route declares. */
export function versionedHandler<const R extends Route, const T extends HandlerResult<R>>(
  route: R,
  versioning: { dependsOn: Subjects; freshUntilMs?: (reply: T, nowMs: number) => number },
  handle: (input: Input<R>) => Promise<T>,
): Handler {
  return { route, handle, versioning }
}

/** The same where the reply is written as JSON by `handle`. */
export function writtenHandler<const R extends Route>(
  route: R,
  versioning: { dependsOn: Subjects },
  handle: (input: Input<R>) => Promise<string>,
): Handler {
  return { route, versioning, handle: async (input: Input<R>) => new WrittenReply(await handle(input)) }
}
