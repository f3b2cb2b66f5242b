import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { EVENT_POSITION_HEADER, positionInTag } from '#contract/event-position.ts'
import { createCoalesce } from './coalesce.ts'
import { COMPRESSED_FROM_BYTES, MAX_AT_ONCE_BYTES, MIN_LEVEL } from './compression.ts'
import { computeEtag, knownEtags } from './etag.ts'

/** Replies that are the same for everyone who may see them. */
export interface SharedReplies {
  /** Sends a reply, computed, serialized and compressed once for all waiting requests, or a 304. */
  send(exchange: { request: FastifyRequest; reply: FastifyReply }, wanted: RequestedReply): Promise<FastifyReply>
}

interface RequestedReply {
  /** Key shared by requests with the same reply. */
  key: string
  computeJson: () => Promise<string>
}

interface Options {
  /** Names the last event sent to pages; undefined while changes may be missed. */
  position: () => string | undefined
  /** Whether a page with the events up to a position is up to date, or is about to be. */
  isLive: (position: string) => boolean
}

interface SharedReply {
  readonly json: string
  readonly etag: string
  /** Position of the last event before the reply was read. Pages receive later changes in later events. */
  readonly position: string | undefined
  zipped: Promise<Buffer> | Buffer | undefined
}

export function createSharedReplies({ position, isLive }: Options): SharedReplies {
  const coalesce = createCoalesce<SharedReply>()
  return {
    async send({ request, reply }, { key, computeJson }) {
      const tags = knownEtags(request)
      if (tags.some((tag) => isLive(positionInTag(tag) ?? ''))) return reply.code(304).send()
      const shared = await coalesce(key, async () => {
        const readAt = position()
        const json = await computeJson()
        return { json, etag: computeEtag(json), position: readAt, zipped: undefined }
      })
      reply.header('etag', shared.etag)
      if (shared.position) reply.header(EVENT_POSITION_HEADER, shared.position)
      if (tags.includes(shared.etag)) return reply.code(304).send()
      if (shared.json.length < COMPRESSED_FROM_BYTES || request.method === 'HEAD' || !acceptsGzip(request)) {
        return reply.send(shared.json)
      }
      shared.zipped ??= zip(shared.json)
      return reply.header('content-encoding', 'gzip').send(await shared.zipped)
    },
  }
}

const gzipInThread = promisify(gzip)

/**
 * Compresses a short reply on this thread. Another thread takes a turn for every few kilobytes, and each turn waits on a busy
 * machine.
 */
function zip(json: string): Promise<Buffer> | Buffer {
  const options = { level: MIN_LEVEL }
  return json.length <= MAX_AT_ONCE_BYTES ? gzipSync(json, options) : gzipInThread(json, options)
}

export function acceptsGzip({ headers }: FastifyRequest): boolean {
  const accepted = String(headers['accept-encoding'] ?? '').split(',')
  return accepted.some((each) => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/i.test(each))
}
