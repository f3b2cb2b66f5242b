import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** Computes a tag from the content alone, so it is the same with and without compression. */
export function computeEtag(json: string): string {
  return `W/"${createHash('sha1').update(json).digest('base64url')}"`
}

/** Lists the tags of replies the client already has. */
export function knownEtags({ headers }: FastifyRequest): string[] {
  return headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? []
}

/** Reads the base version of a change; undefined without a version, and for `*`. */
export function versionIn({ headers }: FastifyRequest): string | undefined {
  return /^"([^"]+)"$/.exec(headers['if-match']?.trim() ?? '')?.[1]
}
