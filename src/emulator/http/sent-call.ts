import type { FastifyRequest } from 'fastify'

/** What a request asks for. `search` is its query without the question mark. */
export interface SentCall {
  method: string
  /** The path as sent, still percent-encoded. */
  rawPath: string
  search: string
  body: Buffer | undefined
}

/**
 * Reads a request. A query too long for a URL comes as the form body of a POST that names the real method in a header.
 * @see https://docs.cloud.google.com/apis/docs/system-parameters
 */
export function readSentCall(request: FastifyRequest): SentCall {
  const { method, headers } = request
  const [rawPath = '', search = ''] = (request.raw.url ?? '').split(/\?(.*)/s)
  const body = Buffer.isBuffer(request.body) ? request.body : undefined
  const override = headers['x-http-method-override']
  if (method !== 'POST' || typeof override !== 'string') return { method, rawPath, search, body }
  const sent = { method: override.toUpperCase(), rawPath, search, body }
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return sent
  return { ...sent, search: [search, String(body ?? '')].filter(Boolean).join('&'), body: undefined }
}
