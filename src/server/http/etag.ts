import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The tag depends only on the content: it is the same with and without compression. */
export function computeEtag(json: string): string {
  return `W/"${createHash('sha1').update(json).digest('base64url')}"`
}

/** The tags of replies the client has. */
export function knownEtags({ headers }: FastifyRequest): string[] {
  return headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? []
}

/** The version a change began from; undefined for none, and for any. */
export function versionIn({ headers }: FastifyRequest): string | undefined {
  return /^"([^"]+)"$/.exec(headers['if-match']?.trim() ?? '')?.[1]
}
