import type { ErrorReply } from '#contract/errors.ts'
import { formatAddress, type SentParts } from '#contract/format-address.ts'
import type { CallArgs, CallInput, Reply, Route, Upload } from '#contract/route.ts'
import { CallFailed, NoAnswer } from './call-failed.ts'

interface ClientOptions {
  /** Address of the server, e.g. `https://sync.example.com`. */
  url: string
  /** API token. It begins with `nsync_`. */
  token?: string | undefined
  /** Function that sends the requests; defaults to `fetch`. */
  fetch?: typeof fetch
  /** Signal that aborts every call in progress and all later calls. */
  signal?: AbortSignal
}

/** Client of the API. The route types each call: `client.call(api.tasks.get, { params: { id: 7 } })`. */
export interface Client {
  /** @throws CallFailed if the server refuses, NoAnswer if it cannot be reached */
  call<R extends Route>(route: R, ...input: CallArgs<R>): Promise<Reply<R>>
  /** Works like `call`, for a route with a reply other than JSON. Returns a successful response with an unread body. */
  open<R extends Route>(route: R, ...input: CallArgs<R>): Promise<Response>
  /** Sends a file in the upload field of the route. */
  upload<R extends Route & { upload: Upload }>(route: R, file: UploadedFile): Promise<Reply<R>>
}

export interface UploadedFile {
  name: string
  content: string | Uint8Array<ArrayBuffer>
}

/** Creates a client of the API for a program with an API token. */
export function createClient({ url, token, signal, fetch: send = fetch }: ClientOptions): Client {
  const base = url.endsWith('/') ? url.slice(0, -1) : url

  async function request(route: Route, parts: SentParts, body: BodyInit | undefined): Promise<Response> {
    const headers = new Headers()
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    if (typeof body === 'string') headers.set('content-type', 'application/json')
    const init = { method: route.method, headers, ...(body !== undefined && { body }), ...(signal && { signal }) }
    const response = await send(base + formatAddress(route, parts), init).catch((cause: unknown) => {
      if (signal?.aborted) throw cause
      throw new NoAnswer(`No answer from ${base}. Check the address, and that Nano Sync is running there.`, { cause })
    })
    if (!response.ok) throw await readFailure(response, base)
    return response
  }

  function open<R extends Route>(route: R, input: CallInput<R> | undefined): Promise<Response> {
    const parts: SentParts = input ?? {}
    return request(route, parts, parts.body === undefined ? undefined : JSON.stringify(parts.body))
  }

  return {
    call: async (route, ...[input]) => readReply(route, await open(route, input), base),
    open: (route, ...[input]) => open(route, input),
    async upload(route, { name, content }) {
      const form = new FormData()
      form.set(route.upload.field, new Blob([content], { type: 'text/csv' }), name)
      return readReply(route, await request(route, {}, form), base)
    },
  }
}

async function readFailure(response: Response, base: string): Promise<Error> {
  const reply = await response.json().catch(() => undefined)
  return isErrorReply(reply) ? new CallFailed(response.status, reply) : notNanoSync(response, base)
}

function isErrorReply(reply: unknown): reply is ErrorReply {
  return typeof reply === 'object' && reply !== null && 'code' in reply && 'message' in reply
}

async function readReply<R extends Route>(route: R, response: Response, base: string): Promise<Reply<R>> {
  const text = await response.text()
  if ('contentType' in route.reply) return text as Reply<R>
  if (text === '') return undefined as Reply<R>
  try {
    return JSON.parse(text)
  } catch {
    throw notNanoSync(response, base)
  }
}

function notNanoSync(response: Response, base: string): NoAnswer {
  return new NoAnswer(`${base} answered ${response.status}, but not as Nano Sync does. Check the address.`)
}
