import { once } from 'node:events'
import { type IncomingMessage, request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { FastifyRequest } from 'fastify'
import { createClient } from '#client/client.ts'
import type { Confirmations } from '#mcp/confirmations.ts'
import { createMcpServer } from '#mcp/create-mcp-server.ts'
import { APP_VERSION } from '#server/config/app-version.ts'
import { callerKeyOf } from '#server/http/rate-limits.ts'
import type { InFlightLimit } from '#server/pace/in-flight-limit.ts'

interface McpOptions {
  /** Limits the calls of the API that the tools of one person make at once. */
  inFlight: InFlightLimit
  /** The confirmations of the caller. */
  confirmations: Confirmations
  signal: AbortSignal
}

/** Answers a request without a session, so that any node can answer the next one. */
export async function answerMcp(
  request: FastifyRequest,
  { inFlight, confirmations, signal }: McpOptions,
): Promise<Response> {
  const client = createClient({
    url: '',
    fetch: async (path, init = {}) => {
      using _place = await inFlight.enter(callerKeyOf(request), signal)
      return await callItself(request, String(path), init)
    },
  })
  const server = createMcpServer({ client, confirmations, version: APP_VERSION })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const response = await transport.handleRequest(webRequestOf(request), { parsedBody: request.body })
    // The server can be closed once the answer is complete.
    return new Response(await response.text(), response)
  } finally {
    await server.close()
  }
}

function webRequestOf({ method, url, headers }: FastifyRequest): Request {
  const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  return new Request(`http://localhost${url}`, { method, headers: sent.filter(([name]) => name !== 'content-length') })
}

/** Calls a route of this node as the caller of the tool, with all checks and limits of a request from outside. */
async function callItself({ socket, headers, ip }: FastifyRequest, path: string, init: RequestInit): Promise<Response> {
  const { host, authorization } = headers
  const sent = send({
    host: socket.localAddress,
    port: socket.localPort,
    path,
    method: init.method,
    headers: { ...Object.fromEntries(new Headers(init.headers)), host, authorization, 'x-forwarded-for': ip },
  })
  sent.end(typeof init.body === 'string' ? init.body : undefined)
  const [received]: IncomingMessage[] = await once(sent, 'response')
  if (!received) throw new Error('A request ended without a response')
  const body = await text(received)
  return new Response(body === '' ? null : body, { status: received.statusCode ?? 500 })
}
