import { z } from 'zod'
import { EVENT_POSITION_HEADER, tagOfPosition } from '#contract/event-position.ts'
import { formatAddress, type SentParts } from '#contract/format-address.ts'
import { type CallArgs, type CallInput, isChange, type ReadReply, type Route, type Upload } from '#contract/route.ts'
import { CallError } from './call-error.ts'
import { readErrorBody } from './error-body.ts'
import { raiseOutage } from './outage.ts'
import { readReply } from './read-reply.ts'
import { raiseShowLogin } from './show-login.ts'

const NOT_MODIFIED = 304

interface Options {
  signal?: AbortSignal
  /** Version that the change is based on. */
  version?: string | undefined
}

/**
 * Calls a route and returns its reply as far as it can be read.
 * @throws CallError when the server refuses the call, does not respond, or responds to a read with something else
 */
export function call<const R extends Route>(route: R, ...[input]: CallArgs<R>): Promise<ReadReply<R>> {
  return send(route, input)
}

/** Works like `call`, and can be aborted. */
export async function send<const R extends Route>(
  route: R,
  input: CallInput<R> | undefined,
  { signal, version }: Options = {},
): Promise<ReadReply<R>> {
  const parts = (input ?? {}) as SentParts
  const response = await request(formatAddress(route, parts), {
    method: route.method,
    ...(parts.body !== undefined && {
      body: JSON.stringify(parts.body),
      headers: { 'content-type': 'application/json', ...(version !== undefined && { 'if-match': `"${version}"` }) },
    }),
    ...(signal && { signal }),
  })
  return replyIn(route, response)
}

interface PositionedReply<R extends Route> {
  reply: ReadReply<R>
  /** Position of the last event before the read; undefined if the server sends no position. */
  position: string | undefined
}

/** Reads a route; undefined if the server reports that events up to `position` have kept the last reply up to date. */
export async function readUnlessLive<const R extends Route>(
  route: R,
  input: CallInput<R> | undefined,
  { position, signal }: { position: string | undefined; signal: AbortSignal },
): Promise<PositionedReply<R> | undefined> {
  const headers = position === undefined ? {} : { 'if-none-match': tagOfPosition(position) }
  const response = await request(formatAddress(route, (input ?? {}) as SentParts), { headers, signal })
  if (response.status === NOT_MODIFIED) return undefined
  return { reply: await replyIn(route, response), position: response.headers.get(EVENT_POSITION_HEADER) ?? undefined }
}

/** Sends a file as multipart form data in the route's upload field and returns the parsed reply. */
export async function upload<const R extends Route & { upload: Upload }>(route: R, file: File): Promise<ReadReply<R>> {
  const form = new FormData()
  form.set(route.upload.field, file)
  return replyIn(route, await request(formatAddress(route, {}), { method: route.method, body: form }))
}

export interface FileReply {
  blob: Blob
  headers: Headers
  /** File name from the content-disposition header. */
  fileName: string | undefined
}

/**
 * Downloads a file.
 * @throws CallError, with `isTimeout` if it takes longer than `timeoutMs`
 */
export async function callForFile(route: Route, { timeoutMs }: { timeoutMs?: number } = {}): Promise<FileReply> {
  const response = await request(formatAddress(route, {}), {
    method: route.method,
    ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
  })
  const fileName = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { blob: await response.blob().catch(throwNoResponse), headers: response.headers, fileName }
}

/**
 * Reads the reply in a successful response. A change has succeeded even without a usable reply. A read without a usable
 * reply has failed.
 */
async function replyIn<R extends Route>(route: R, response: Response): Promise<ReadReply<R>> {
  if (!(route.reply instanceof z.ZodType)) return undefined as ReadReply<R>
  const body = await jsonIn(response)
  // Replies of our own server follow the schema. Parsing takes a fifth of the time, which matters for 10,000 task states.
  const own = route.reply.safeParse(body)
  if (own.success) return own.data as ReadReply<R>
  const schema = route.reads ?? route.reply
  const reply = readReply(schema, body) ?? (isChange(route) ? readReply(schema, {}) : undefined)
  if (reply === undefined && !isChange(route)) throw new CallError({ status: response.status })
  return reply as ReadReply<R>
}

/** The body of a response; undefined if it is empty or not JSON. */
async function jsonIn(response: Response): Promise<unknown> {
  const text = await response.text().catch(throwNoResponse)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends a request and returns a successful response; throws a `CallError` for anything else. */
async function request(address: string, init: RequestInit): Promise<Response> {
  const sentAt = Date.now()
  const response = await fetch(address, { credentials: 'same-origin', ...init }).catch(throwNoResponse)
  if (response.ok || response.status === NOT_MODIFIED) return response
  if (response.status === 401) raiseShowLogin(sentAt)
  throw await errorIn(response)
}

function throwNoResponse(cause: unknown): never {
  const name = cause instanceof Error ? cause.name : ''
  // TanStack Query recognizes its own cancellation by this error.
  if (name === 'AbortError') throw cause
  throw new CallError({ status: undefined, isTimeout: name === 'TimeoutError', cause })
}

async function errorIn(response: Response): Promise<CallError> {
  const body = await jsonIn(response)
  const { serverMessage, fields, code } = readErrorBody(body, response.statusText)
  if (code === 'database_unavailable' || (body === undefined && isFromProxy(response))) raiseOutage()
  return new CallError({ status: response.status, serverMessage, fields })
}

/** Whether a proxy sent the response. A load balancer responds itself while no node is ready. */
function isFromProxy({ status }: Response): boolean {
  return status >= 502 && status <= 504
}
