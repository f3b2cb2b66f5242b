import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { GoogleError, invalidArgument } from '../google-error.ts'
import { maxBodyBytes } from '../limits.ts'
import { applyFieldMask, type FieldMask, parseFieldMask } from '../messages/field-mask.ts'
import { parseJson } from './parse-json.ts'
import { Query } from './query.ts'
import type { Provider, Route } from './route.ts'

const gzipAsync = promisify(gzip)
const gzipFromBytes = 1024

/** The HTTP server of both APIs; not yet listening. */
export function buildServer(provider: Provider, routes: readonly Route[]): FastifyInstance {
  const server = Fastify({ bodyLimit: maxBodyBytes, forceCloseConnections: true, exposeHeadRoutes: false })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  server.setErrorHandler((error, _request, reply) => {
    const refusal = toGoogleError(error)
    reply.code(refusal.code).send(refusal.body())
  })
  server.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < gzipFromBytes) return payload
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return payload
    reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding').removeHeader('content-length')
    return gzipAsync(payload, { level: 1 })
  })
  server.all('/v4/*', (request, reply) => {
    const answer = answerRequest(provider, routes, request)
    if (answer === undefined) return reply.code(204).send()
    return reply.type('application/json; charset=UTF-8').send(JSON.stringify(answer))
  })
  return server
}

function toGoogleError(error: unknown): GoogleError {
  if (error instanceof GoogleError) return error
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return invalidArgument(`Request payload size exceeds the limit: ${maxBodyBytes} bytes.`)
  }
  console.error(error)
  return new GoogleError({ code: 500, status: 'INTERNAL', message: 'Internal error encountered.' })
}

function answerRequest(provider: Provider, routes: readonly Route[], request: FastifyRequest): object | undefined {
  const [path = '', search = ''] = (request.raw.url ?? '').split(/\?(.*)/s)
  for (const route of routes) {
    const found = route.method === request.method && route.path.exec(path)
    if (!found) continue
    const params = decodeParams(found.groups ?? {})
    const query = new Query(search)
    query.refuseUnknown(route.query)
    const mask = readMask(query)
    const body = Buffer.isBuffer(request.body) ? parseJson(request.body) : {}
    const answer = route.answer(provider, { params, query, body, mask })
    return answer && (applyFieldMask(answer, mask) as object)
  }
  throw new GoogleError({ code: 404, status: 'NOT_FOUND', message: 'Method not found.' })
}

function decodeParams(groups: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    throw invalidArgument('Request contains an invalid argument.')
  }
}

function readMask(query: Query): FieldMask {
  const fields = query.text('fields') ?? query.text('$fields')
  if (fields === undefined) return 'all'
  const mask = parseFieldMask(fields)
  if (!mask) throw invalidArgument('Request contains an invalid argument.')
  return mask
}
