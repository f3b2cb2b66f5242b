import type { z } from 'zod'
import type { ActivityKind } from './activity-kind.ts'
import { type ErrorCode, statusOf } from './errors.ts'

/** Screens that can be open to visitors without sign-in. The routes behind a screen share its access. */
export const OPEN_SCREENS = ['data_copy', 'schedule', 'dev', 'import_export'] as const
export type OpenScreen = (typeof OPEN_SCREENS)[number]

/** Uses of an open screen by visitors without sign-in. */
export const openScreenUses: Readonly<Record<OpenScreen, string>> = {
  data_copy: 'read the copied rows',
  schedule: 'read all scheduled times',
  dev: 'read the server logs',
  import_export: 'export all tasks',
}

/** Who may see a screen: anyone, a signed-in member, or anyone while the named screen is open. */
export type ScreenAccess = 'anyone' | 'member' | OpenScreen

/** Who may make a request: viewers of a screen, or an operator, including programs without a session. */
type Access = ScreenAccess | 'operator'

/** A non-JSON response: a file, a page, a stream of events. */
export interface RawReply {
  readonly contentType: string
  /** Whether the reply is sent while it is produced. */
  readonly isStreamed?: boolean
}

/** A file sent as multipart form data, in the named field. */
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
  /** Set if the request may name its base version in If-Match, to change only the differences. */
  readonly takesVersion?: boolean
  readonly reply: z.ZodType | RawReply
  /** The part of the reply the browser reads, if it needs less than the whole reply. */
  readonly reads?: z.ZodType
  /** The errors specific to this route; `listErrors` adds the errors implied by its shape. */
  readonly errors: readonly ErrorCode[]
  /** Set for a GET with side effects, e.g. a link to sign out. */
  readonly hasSideEffects?: boolean
  /** Kind of the change in Activity; 'none' for private changes, e.g. signing out. */
  readonly activity?: ActivityKind | 'none'
  /** Budget of requests per minute; by default the budget of reads or of changes. */
  readonly rateLimit?: 'sign_ins' | 'auth_checks' | 'tests' | 'lookups' | 'none'
  /** Cost of a request for a visitor without sign-in, compared with a cheap read; 1 by default. */
  readonly cost?: (query: Readonly<Record<string, unknown>>) => number
  /**
   * Set for replies about sign-ins, sessions and API tokens. The length of a compressed reply can give away a part of it to
   * someone who chooses another part.
   */
  readonly isNeverCompressed?: boolean
  /** Set for routes operators use while the database is down. */
  readonly worksWithoutDatabase?: boolean
}

type InputPart = 'params' | 'query' | 'body'
type Parsed<R extends Route, K extends InputPart> = R[K] extends z.ZodType ? { [P in K]: z.output<R[K]> } : unknown
type Sent<R extends Route, K extends InputPart> = R[K] extends z.ZodType ? { [P in K]: z.input<R[K]> } : unknown

/** The input of a handler: parsed, with defaults filled in. */
export type Input<R extends Route> = Parsed<R, 'params'> & Parsed<R, 'query'> & Parsed<R, 'body'>

/** The input as a caller sends it. */
export type CallInput<R extends Route> = Sent<R, 'params'> & Sent<R, 'query'> & Sent<R, 'body'>

/** Arguments of a call besides its route; empty for a route without input. */
export type CallArgs<R extends Route> = unknown extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>]

/** The reply as our server sends it; `unknown` for a raw response. */
export type Reply<R extends Route> = R['reply'] extends z.ZodType ? z.output<R['reply']> : unknown

/** The reply as the browser reads it. */
export type ReadReply<R extends Route> = R['reads'] extends z.ZodType ? z.output<R['reads']> : Reply<R>

/** Requires a change to name its kind in Activity. */
type Recorded<R extends Route> = R extends { method: 'GET'; hasSideEffects?: false }
  ? unknown
  : { activity: ActivityKind | 'none' }

/** Declares a route once. The server handles it, the browser and the tests call it, and the OpenAPI document describes it. */
export function route<const R extends Route>(declared: R & Recorded<R>): R {
  return declared
}

/** Whether a request changes something. A page of another site must not make it with the user's cookie. */
export function isChange({ method, hasSideEffects = false }: Route): boolean {
  return method !== 'GET' || hasSideEffects
}

/**
 * Whether the reply may be compressed. The reply to a change is short and may contain a secret, e.g. a new API token, so it is
 * not compressed. Neither are streams: compressed events would wait for later events. A stream that fails before its first byte
 * becomes an error reply, which must not be announced as compressed.
 */
export function isCompressible(route: Route): boolean {
  const isStreamed = 'isStreamed' in route.reply && route.reply.isStreamed === true
  return !isChange(route) && !isStreamed && !route.isNeverCompressed
}

/** The budget of requests per minute a route counts against. */
export function findRateLimit(route: Route): 'reads' | 'changes' | NonNullable<Route['rateLimit']> {
  return route.rateLimit ?? (route.method === 'GET' ? 'reads' : 'changes')
}

/**
 * Lists every error of a route, in the order of their statuses. Only `unexpected` is missing: it is a bug, and can happen
 * anywhere.
 */
export function listErrors(route: Route): ErrorCode[] {
  const readsBody = route.method !== 'GET'
  const implied: readonly (readonly [ErrorCode, boolean])[] = [
    ['invalid', readsBody || route.params !== undefined || route.query !== undefined],
    ['unauthenticated', route.access !== 'anyone'],
    ['forbidden', isChange(route)],
    ['too_large', readsBody],
    ['unsupported_media_type', readsBody],
    ['too_many_requests', findRateLimit(route) !== 'none'],
    ['database_unavailable', !route.worksWithoutDatabase],
  ]
  const codes = new Set([...implied.flatMap(([code, applies]) => (applies ? [code] : [])), ...route.errors])
  return [...codes].sort((a, b) => statusOf[a] - statusOf[b])
}
