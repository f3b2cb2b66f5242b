import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { FastifyRequest, HTTPMethods } from 'fastify'
import { createClient } from '#client/client.ts'
import type { Confirmations } from '#mcp/confirmations.ts'
import { createMcpServer } from '#mcp/create-mcp-server.ts'
import { withoutNullArguments } from '#mcp/without-null-arguments.ts'
import { APP_VERSION } from '#server/config/app-version.ts'
import { readClientAddress } from '#server/http/client-address.ts'
import { buildCallerKey } from '#server/http/rate-limits.ts'
import type { InFlightLimit } from '#server/pace/in-flight-limit.ts'

interface McpOptions {
  /** Limits concurrent API calls by a person's tools. */
  inFlight: InFlightLimit
  /** Confirmations signed for the caller. */
  confirmations: Confirmations
  /** URL of Nano Sync for links. */
  baseUrl: string
  signal: AbortSignal
}

/** Answers a request without a session, so any node can answer the next request. */
export async function answerMcp(
  request: FastifyRequest,
  { inFlight, confirmations, baseUrl, signal }: McpOptions,
): Promise<Response> {
  const client = createClient({
    url: '',
    fetch: async (path, init = {}) => {
      using _place = await inFlight.enter(buildCallerKey(request), signal)
      return await callItself(request, String(path), init)
    },
  })
  const createServer = () =>
    createMcpServer({
      client,
      confirmations,
      baseUrl,
      readScope: async () => request.caller?.token?.scope,
      version: APP_VERSION,
    })
  const options = { parsedBody: withoutNullArguments(request.body) }
  const sent = buildWebRequest(request)
  if (await isLegacyRequest(sent, options.parsedBody)) return await answerLegacy(createServer(), sent, options)
  // Nano Sync never sends messages by itself, so there is nothing to subscribe to.
  const handler = createMcpHandler(createServer, { legacy: 'reject', maxSubscriptions: 0 })
  return await handler.fetch(sent, options)
}

/** Answers requests of protocol versions before 2026-07-28 with JSON, because the handler of the SDK would send a stream. */
async function answerLegacy(server: Server, request: Request, options: { parsedBody: unknown }): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const response = await transport.handleRequest(request, options)
    // Read the whole answer before closing the server.
    return new Response(await response.text(), response)
  } finally {
    await server.close()
  }
}

function buildWebRequest({ method, url, headers }: FastifyRequest): Request {
  const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  const request = new Request(`http://localhost${url}`, {
    method,
    headers: sent.filter(([name]) => name !== 'content-length'),
  })
  // The transport requires every client to accept both types, but never answers with a stream.
  request.headers.set('accept', 'application/json, text/event-stream')
  return request
}

/**
 * Calls a route of this node as the tool's caller and from the caller's address. All checks and limits of an outside request
 * apply.
 */
async function callItself(request: FastifyRequest, path: string, init: RequestInit): Promise<Response> {
  const { host, authorization } = request.headers
  const { statusCode, body } = await request.server.inject({
    path,
    method: init.method as HTTPMethods,
    remoteAddress: readClientAddress(request),
    headers: { ...Object.fromEntries(new Headers(init.headers)), host, authorization },
    ...(typeof init.body === 'string' && { payload: init.body }),
  })
  return new Response(body === '' ? null : body, { status: statusCode })
}
