import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Answer, sendAnswer, zippedFor } from './versioned-replies.ts'

/** Of the replies that are kept, uncompressed. Apart from those that change, so that scrolling does not displace lists. */
const MAX_KEPT_BYTES = 8 * 1024 * 1024
/** For the key and the entry, and what compression adds. */
const ENTRY_BYTES = 1000
/** At a time, so that requests come first. */
const MAX_READ_AHEAD = 1

/** A reply that never changes under its tag. It is read only if neither the caller nor this node has it. */
export class LastingReply {
  /** Letters, digits, dots and dashes; never used again for something else. */
  readonly tag: string
  readonly readJson: () => Promise<string>
  /** Undefined for the first and the last page, and for a reply that is no page. */
  readonly neighbors: Neighbors | undefined

  constructor({ tag, readJson, neighbors }: Pick<LastingReply, 'tag' | 'readJson' | 'neighbors'>) {
    this.tag = tag
    this.readJson = readJson
    this.neighbors = neighbors
  }
}

/** The pages before and after a page, under the same tag. */
interface Neighbors {
  readonly previousQuery: object
  readonly nextQuery: object
  readonly readNextJson: () => Promise<string>
}

export interface LastingReplies {
  /** `key` is equal for requests with the same reply, as long as the tag is the same. */
  send(exchange: { request: FastifyRequest; reply: FastifyReply }, wanted: Wanted): Promise<FastifyReply>
}

interface Wanted {
  key: string
  result: Pick<LastingReply, 'tag' | 'readJson'>
  /** Read once this reply is sent, if the one before was sent as well: its reader is scrolling. */
  next?: { keyBefore: string; key: string; readJson: () => Promise<string> } | undefined
}

export function createLastingReplies(): LastingReplies {
  const kept = new LRUCache<string, Answer>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ json }) => json.length + ENTRY_BYTES,
  })

  const readingAhead = new Map<string, Promise<Answer | undefined>>()

  async function read(key: string, readJson: () => Promise<string>, etag: string): Promise<Answer> {
    const answer: Answer = { json: await readJson(), etag, zipped: undefined }
    kept.set(key, answer)
    return answer
  }

  async function readAhead(key: string, readNext: () => Promise<Answer>): Promise<void> {
    if (kept.has(key) || readingAhead.size >= MAX_READ_AHEAD) return
    // A request for it reads it again, and fails by itself.
    const answer = readNext().catch(() => undefined)
    readingAhead.set(key, answer)
    await answer
    readingAhead.delete(key)
  }

  return {
    async send({ request, reply }, { key, result, next }) {
      const etag = `W/"${result.tag}"`
      const tags = request.headers['if-none-match']?.split(',').map((tag) => tag.trim())
      if (tags?.includes(etag)) return reply.header('etag', etag).code(304).send()
      const tagged = (each: string) => `${result.tag} ${each}`
      if (next && kept.has(tagged(next.keyBefore))) {
        const nextKey = tagged(next.key)
        const readNext = async () => {
          const answer = await read(nextKey, next.readJson, etag)
          await zippedFor(request, answer)
          return answer
        }
        reply.raw.once('finish', () => void readAhead(nextKey, readNext))
      }
      const known = kept.get(tagged(key)) ?? (await readingAhead.get(tagged(key)))
      return await sendAnswer(request, reply, known ?? (await read(tagged(key), result.readJson, etag)))
    },
  }
}
