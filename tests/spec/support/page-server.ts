import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { text } from 'node:stream/consumers'

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
export const NOT_FOUND: PageReply = { status: 404, text: '<!doctype html><title>404 Not Found</title>' }

/** A call of the page. */
export interface PageCall {
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string | string[] | undefined>
  /** Parsed JSON, or the text of any other body. */
  body: unknown
}

export interface PageReply {
  status?: number
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  /** Sent as HTML. */
  text?: string
}

/** A response written as things happen. */
interface PageStream {
  stream: (response: ServerResponse) => void
}

/** A reply, a stream, or no reply at all. */
export type PageAnswer = PageReply | PageStream | 'hang up'

/** Serves the built page on a free port of this machine and leaves the calls of the page to `answer`. */
export async function startPageServer(answer: (call: PageCall) => PageAnswer | Promise<PageAnswer>) {
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (!CALL_PATH.test(pathname)) return servePage(pathname, response)
    const reply = await answer({
      method: request.method ?? 'GET',
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: request.headers,
      body: parsed(await text(request)),
    })
    if (reply === 'hang up') response.destroy()
    else if ('stream' in reply) reply.stream(response)
    else send(response, reply)
  }

  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    /** Address of the server under another host name. */
    urlAt: (host: string) => `http://${host}:${port}`,
    async [Symbol.asyncDispose](): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Answers every path that is not a file with the page. */
async function servePage(pathname: string, response: ServerResponse): Promise<void> {
  const file = extname(pathname) === '' ? '/index.html' : pathname
  const content = await readFile(join(BUILT_PAGE, file)).catch(() => undefined)
  if (!content) return send(response, NOT_FOUND)
  const caching = file.startsWith('/assets/') ? { 'cache-control': 'max-age=31536000, immutable' } : {}
  response.writeHead(200, { 'content-type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream', ...caching })
  response.end(content)
}

function send(response: ServerResponse, { status = 200, headers = {}, json, text: html }: PageReply): void {
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
