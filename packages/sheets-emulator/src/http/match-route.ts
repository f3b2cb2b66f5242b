import type { FastifyRequest } from 'fastify'
import { invalidArgument, notFound, notSupported } from '../google-error.ts'
import type { Route } from './route.ts'
import { unsupportedMethod } from './unsupported-methods.ts'

/** A request as sent. `search` is its query without the question mark. */
export interface SentRequest {
  method: string
  /** Path as sent, still percent-encoded. */
  rawPath: string
  search: string
  body: Buffer | undefined
}

/**
 * Parses a request. A query too long for a URL arrives as the form body of a POST whose header names the actual method.
 * @see https://docs.cloud.google.com/apis/docs/system-parameters
 */
export function parseRequest(request: FastifyRequest): SentRequest {
  const { method, headers } = request
  const [rawPath = '', search = ''] = (request.raw.url ?? '').split(/\?(.*)/s)
  const body = Buffer.isBuffer(request.body) ? request.body : undefined
  const override = headers['x-http-method-override']
  if (method !== 'POST' || typeof override !== 'string') return { method, rawPath, search, body }
  const sent = { method: override.toUpperCase(), rawPath, search, body }
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return sent
  return { ...sent, search: [search, String(body ?? '')].filter(Boolean).join('&'), body: undefined }
}

/** The API method a request calls, and its decoded path parameters. */
export interface Match {
  route: Route
  params: Readonly<Record<string, string>>
}

/**
 * Matches the path before decoding it, so an encoded slash or colon in a parameter is not mistaken for a separator. Like
 * Google, it accepts a slash at the end and before `:batchUpdate`.
 * @throws GoogleError 404 when no method matches, 400 when it is one of Google's that this provider does not have.
 */
export function matchRoute(routes: readonly Route[], sent: { method: string; rawPath: string }): Match {
  const path = sent.rawPath.replace(/\/(?=:[a-z]+$|$)/i, '')
  const unsupported = unsupportedMethod({ method: sent.method, path })
  if (unsupported) throw notSupported(unsupported)
  for (const route of routes) {
    const found = route.method === sent.method ? route.path.exec(path) : null
    if (found) return { route, params: decodeParams(found.groups ?? {}) }
  }
  throw notFound('Method not found.')
}

function decodeParams(groups: Readonly<Record<string, string>>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    throw invalidArgument('Request contains an invalid argument.')
  }
}
