import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Input, Reply, Route, Upload } from '#contract/route.ts'
import type { Caller } from './caller.ts'
import type { Visit } from './request-session.ts'

/** A file on its way in; reading the stream fails with a Refusal when the file is larger than its route allows. */
export interface UploadedFile {
  name: string
  stream: Readable
}

/** An answer that is not JSON; its content type stands in the route. */
export interface RawAnswer {
  body: Readable | string
  /** 200 when left out. */
  status?: number
  headers?: Record<string, string>
}

type CallerOf<R extends Route> = R['access'] extends 'member' ? Caller : Caller | undefined
type FileOf<R extends Route> = R['upload'] extends Upload ? { file: UploadedFile } : unknown

/** What a handler receives; `signal` is aborted when the caller goes away before the answer is complete. */
type Received<R extends Route> = Input<R> & FileOf<R> & { caller: CallerOf<R>; signal: AbortSignal; visit: Visit }

/** Read-only all the way down, so that literals in a handler's answer keep their types without being spelled out. */
type Unchanging<T> = T extends object ? { readonly [K in keyof T]: Unchanging<T[K]> } : T

type Answered<R extends Route> = R['reply'] extends z.ZodUndefined
  ? // biome-ignore lint/suspicious/noConfusingVoidType: what an async handler without a return statement gives
    void
  : R['reply'] extends z.ZodType
    ? Unchanging<Reply<R>>
    : RawAnswer

/** A route of the contract together with what answers it. */
export interface Answer {
  readonly route: Route
  readonly handle: (received: never) => Promise<unknown>
}

/** Answers a route; throw a Refusal for what is the caller's fault. */
export function answer<const R extends Route, const T extends Answered<R>>(
  route: R,
  handle: (received: Received<R>) => Promise<T>,
): Answer {
  return { route, handle }
}
