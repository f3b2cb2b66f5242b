import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { addFaultRoutes } from '../faults/fault-routes.ts'
import { GoogleError, invalidArgument, notFound } from '../google-error.ts'
import { MAX_BODY_BYTES } from '../limits.ts'
import type { JournalEntry, RequestJournal } from '../request-journal.ts'
import { type CallDeps, handleCall } from './handle-call.ts'
import { addPageRoutes } from './page-routes.ts'
import { refuseOtherSites } from './refuse-other-sites.ts'
import { replyText } from './reply-text.ts'

const compress = promisify(gzip)
const MIN_COMPRESSED_BYTES = 1024

interface ServerDeps extends CallDeps {
  journal: RequestJournal
  /** The address it listens on. */
  host: string
  pageDir: string | undefined
  hasFaultRoutes: boolean
}

/** The HTTP server of both APIs and the page, not listening yet. */
export function buildServer(deps: ServerDeps): FastifyInstance {
  const publicHost = URL.parse(deps.spreadsheetUrl ?? '')?.hostname
  const server = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    // Do not fail when the machine was suspended during the start.
    pluginTimeout: 0,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: (error, request, reply) => {
      const googleError = toGoogleError(error)
      reply.hijack()
      reply.raw.writeHead(googleError.code, { 'content-type': 'application/json; charset=UTF-8' })
      reply.raw.end(errorText(googleError, request))
    },
  })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const entries = new WeakMap<FastifyRequest, JournalEntry>()
  const findEntry = (request: FastifyRequest): JournalEntry => entries.get(request) ?? newEntry(request, deps)
  server.addHook('onRequest', async (request, reply) => {
    const entry = newEntry(request, deps)
    entries.set(request, entry)
    reply.header('x-content-type-options', 'nosniff')
    if (isApiPath(entry.path)) {
      deps.journal.add(entry)
      reply.header('vary', 'Origin, X-Origin, Referer').header('cache-control', 'private')
    }
    refuseOtherSites(request, { host: deps.host, publicHost })
  })
  server.addHook('preParsing', (request, _reply, payload, done) => {
    const entry = findEntry(request)
    payload.on('data', (chunk: Buffer) => {
      entry.bytesIn += chunk.length
    })
    done(null, payload)
  })
  addCompression(server, findEntry)
  server.setErrorHandler((error, request, reply) => {
    const googleError = toGoogleError(error)
    return reply.code(googleError.code).type('application/json; charset=UTF-8').send(errorText(googleError, request))
  })
  server.setNotFoundHandler(() => {
    throw notFound('Method not found.')
  })
  for (const url of ['/v4/*', '/drive/v3/*', '/upload/drive/v3/*']) {
    server.all(url, (request, reply) => handleCall(deps, { request, reply, entry: findEntry(request) }))
  }
  if (deps.hasFaultRoutes) addFaultRoutes(server, deps.faults)
  addPageRoutes(server, deps.pageDir)
  return server
}

function isApiPath(path: string): boolean {
  return path.startsWith('/v4/') || isDrivePath(path)
}

function isDrivePath(path: string): boolean {
  return path.startsWith('/drive/') || path.startsWith('/upload/drive/')
}

function newEntry(request: FastifyRequest, { provider }: ServerDeps): JournalEntry {
  const account = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return {
    at: provider.now(),
    method: request.method,
    path: request.raw.url ?? '',
    ...(account !== undefined && { account }),
    acceptsGzip: acceptsGzip(request),
    bytesIn: 0,
    bytesOut: 0,
    status: null,
  }
}

/**
 * Whether both headers name gzip, or a browser accepts it.
 * https://developers.google.com/workspace/sheets/api/guides/performance
 */
function acceptsGzip({ headers }: FastifyRequest): boolean {
  const agent = headers['user-agent'] ?? ''
  return /\bgzip\b/.test(String(headers['accept-encoding'] ?? '')) && /\bgzip\b|^Mozilla\//.test(agent)
}

/** Compresses responses over a kilobyte for clients that accept gzip, and records status and size in the journal. */
function addCompression(server: FastifyInstance, entryOf: (request: FastifyRequest) => JournalEntry): void {
  server.addHook('onSend', async (request, reply, payload) => {
    const entry = entryOf(request)
    entry.status = reply.statusCode
    if (typeof payload !== 'string') return payload
    const isCompressed = payload.length > MIN_COMPRESSED_BYTES && entry.acceptsGzip
    if (isCompressed) reply.header('content-encoding', 'gzip').removeHeader('content-length')
    const sent = isCompressed ? await compress(payload, { level: 1 }) : payload
    entry.bytesOut = Buffer.byteLength(sent)
    return sent
  })
}

function errorText(error: GoogleError, request: { raw: { url?: string | undefined } }): string {
  const [path = '', search = ''] = (request.raw.url ?? '').split(/\?(.*)/s)
  return replyText(isDrivePath(path) ? error.driveBody() : error.sheetsBody(), search)
}

function toGoogleError(error: unknown): GoogleError {
  if (error instanceof GoogleError) return error
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return invalidArgument(`Request payload size exceeds the limit: ${MAX_BODY_BYTES} bytes.`)
  }
  const isClientError = error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500
  if (isClientError) return invalidArgument('Request contains an invalid argument.')
  console.error(error)
  return new GoogleError({ code: 500, status: 'INTERNAL', message: 'Internal error encountered.' })
}
