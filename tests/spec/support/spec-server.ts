import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Call, calls, findCall, type Received, type Reply } from './calls.ts'
import { initialState, type State } from './records.ts'

const BUILT_PAGE = join(import.meta.dirname, '../../../dist/web')
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
/** Paths that are never a screen. */
const CALL_PATH = /^\/(api|auth|csv_jobs)\/|^\/dev\/logs/
const NOT_FOUND: Reply = { status: 404, text: '<!doctype html><title>404 Not Found</title>' }

/** An answer that a journey can give the server: a reply, or no reply at all. */
type Answer = Reply | 'hang up'
type Override = Answer | ((request: Received) => Answer | Promise<Answer>)

export type SpecServer = Awaited<ReturnType<typeof startSpecServer>>

/**
 * Serves the built page and answers the calls in section 7 of the specification from memory, without any of the headers
 * and additions of the real server. It records every call.
 */
export async function startSpecServer() {
  let state = initialState()
  let received: Received[] = []
  const overrides = new Map<Call, Override>()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const method = request.method ?? 'GET'
    if (!CALL_PATH.test(pathname)) return servePage(pathname, response)
    const found = findCall(method, pathname)
    const seen: Received = {
      call: found?.call,
      method,
      path: pathname,
      ids: found?.ids ?? [],
      query: Object.fromEntries(searchParams),
      headers: request.headers,
      body: parsed(await text(request)),
    }
    received.push(seen)
    const reply = await replyTo(seen)
    if (reply === 'hang up') response.destroy()
    else send(response, reply)
  }

  async function replyTo(request: Received): Promise<Answer> {
    if (request.call === undefined) return NOT_FOUND
    const override = overrides.get(request.call)
    if (override === undefined) return calls[request.call](state, request)
    return typeof override === 'function' ? override(request) : override
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    /** Address of the server under another host name. */
    urlAt: (host: string) => `http://${host}:${port}`,
    get state(): State {
      return state
    },
    /** The calls that the page made, oldest first. */
    received: (call: Call): Received[] => received.filter((request) => request.call === call),
    /** The calls that the page made after its last one of a kind. */
    receivedSince: (call: Call): (Call | undefined)[] =>
      received.slice(received.findLastIndex((request) => request.call === call) + 1).map((request) => request.call),
    /** The body of the only request of this kind. */
    bodyOf(call: Call): unknown {
      const [request, ...others] = received.filter((one) => one.call === call)
      if (!request || others.length > 0) throw new Error(`${call} was made ${others.length + (request ? 1 : 0)} times`)
      return request.body
    },
    forgetReceived(): void {
      received = []
    },
    /** Answers a call in another way until `restore`. */
    reply: (call: Call, override: Override) => void overrides.set(call, override),
    restore: (...restored: Call[]) => {
      for (const call of restored) overrides.delete(call)
    },
    /** Leaves a call unanswered until the returned function is called. */
    hold(call: Call): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      overrides.set(call, async (request) => {
        await promise
        return calls[call](state, request)
      })
      return resolve
    },
    reset(): void {
      state = initialState()
      received = []
      overrides.clear()
    },
    async [Symbol.asyncDispose](): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The page answers every path that is no file. */
async function servePage(pathname: string, response: ServerResponse): Promise<void> {
  const file = extname(pathname) === '' ? '/index.html' : pathname
  const content = await readFile(join(BUILT_PAGE, file)).catch(() => undefined)
  if (!content) return send(response, NOT_FOUND)
  const caching = file.startsWith('/assets/') ? { 'cache-control': 'max-age=31536000, immutable' } : {}
  response.writeHead(200, { 'content-type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream', ...caching })
  response.end(content)
}

function send(response: ServerResponse, { status = 200, headers = {}, json, text: html }: Reply): void {
  if (json !== undefined) response.writeHead(status, { 'content-type': 'application/json', ...headers })
  else if (html !== undefined) response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers })
  else response.writeHead(status, headers)
  response.end(json === undefined ? html : JSON.stringify(json))
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
