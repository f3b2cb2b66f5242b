import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { addFaultRoutes } from '../faults/fault-routes.ts'
import { GoogleError, invalidArgument, notFound } from '../google-error.ts'
import { maxBodyBytes } from '../limits.ts'
import type { JournalEntry, RequestJournal } from '../request-journal.ts'
import { answerCall, type Surroundings } from './answer-call.ts'
import { addPageRoutes } from './page-routes.ts'
import { refuseOtherOrigins } from './refuse-other-origins.ts'
import { replyText } from './reply-text.ts'

const compress = promisify(gzip)
const compressFromBytes = 1024

interface ServerParts extends Surroundings {
  journal: RequestJournal
  host: string
  pageDir: string | undefined
}

/** The HTTP server of both APIs, not yet listening. */
export function buildServer(parts: ServerParts): FastifyInstance {
  const server = Fastify({
    bodyLimit: maxBodyBytes,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: (error, request, reply) => {
      const refusal = toGoogleError(error)
      reply.hijack()
      reply.raw.writeHead(refusal.code, { 'content-type': 'application/json; charset=UTF-8' })
      reply.raw.end(errorText(refusal, request))
    },
  })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const entries = new WeakMap<FastifyRequest, JournalEntry>()
  const entryOf = (request: FastifyRequest): JournalEntry => entries.get(request) ?? newEntry(request, parts)
  server.addHook('onRequest', async (request, reply) => {
    const entry = newEntry(request, parts)
    entries.set(request, entry)
    reply.header('x-content-type-options', 'nosniff')
    if (isApiPath(entry.path)) {
      parts.journal.add(entry)
      reply.header('vary', 'Origin, X-Origin, Referer').header('cache-control', 'private')
    }
    refuseOtherOrigins(request, parts.host)
  })
  server.addHook('preParsing', (request, _reply, payload, done) => {
    const entry = entryOf(request)
    payload.on('data', (chunk: Buffer) => {
      entry.bytesIn += chunk.length
    })
    done(null, payload)
  })
  addCompression(server, entryOf)
  server.setErrorHandler((error, request, reply) => {
    const refusal = toGoogleError(error)
    return reply.code(refusal.code).type('application/json; charset=UTF-8').send(errorText(refusal, request))
  })
  server.setNotFoundHandler(() => {
    throw notFound('Method not found.')
  })
  for (const url of ['/v4/*', '/drive/v3/*']) {
    server.all(url, (request, reply) => answerCall(parts, { request, reply, entry: entryOf(request) }))
  }
  addFaultRoutes(server, parts.faults)
  addPageRoutes(server, parts.pageDir)
  return server
}

function isApiPath(path: string): boolean {
  return path.startsWith('/v4/') || path.startsWith('/drive/')
}

function newEntry(request: FastifyRequest, { provider }: ServerParts): JournalEntry {
  const account = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return {
    at: provider.now(),
    method: request.method,
    path: request.raw.url ?? '',
    ...(account !== undefined && { account }),
    bytesIn: 0,
    bytesOut: 0,
    status: null,
  }
}

/** Compresses answers over a kilobyte for who accepts it, and writes down what leaves. */
function addCompression(server: FastifyInstance, entryOf: (request: FastifyRequest) => JournalEntry): void {
  server.addHook('onSend', async (request, reply, payload) => {
    const entry = entryOf(request)
    entry.status = reply.statusCode
    if (typeof payload !== 'string') return payload
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const isCompressed = payload.length > compressFromBytes && /\bgzip\b/.test(accepted)
    if (isCompressed) reply.header('content-encoding', 'gzip').removeHeader('content-length')
    const sent = isCompressed ? await compress(payload, { level: 1 }) : payload
    entry.bytesOut = Buffer.byteLength(sent)
    return sent
  })
}

function errorText(refusal: GoogleError, request: { raw: { url?: string | undefined } }): string {
  const [path = '', search = ''] = (request.raw.url ?? '').split(/\?(.*)/s)
  return replyText(path.startsWith('/drive/') ? refusal.driveBody() : refusal.sheetsBody(), search)
}

function toGoogleError(error: unknown): GoogleError {
  if (error instanceof GoogleError) return error
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return invalidArgument(`Request payload size exceeds the limit: ${maxBodyBytes} bytes.`)
  }
  const isCallersFault = error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500
  if (isCallersFault) return invalidArgument('Request contains an invalid argument.')
  console.error(error)
  return new GoogleError({ code: 500, status: 'INTERNAL', message: 'Internal error encountered.' })
}
