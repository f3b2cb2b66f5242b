import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Answer, sendAnswer } from './versioned-replies.ts'

/** Of the replies that are kept, uncompressed. Apart from those that change, so that scrolling does not displace lists. */
const MAX_KEPT_BYTES = 8 * 1024 * 1024
/** For the key and the entry, and what compression adds. */
const ENTRY_BYTES = 1000

/** A reply that never changes under its tag. It is read only if neither the caller nor this node has it. */
export class LastingReply {
  /** Letters, digits, dots and dashes; never used again for something else. */
  readonly tag: string
  readonly readJson: () => Promise<string>

  constructor({ tag, readJson }: Pick<LastingReply, 'tag' | 'readJson'>) {
    this.tag = tag
    this.readJson = readJson
  }
}

export interface LastingReplies {
  /** `key` is equal for requests with the same reply, as long as the tag is the same. */
  send(exchange: { request: FastifyRequest; reply: FastifyReply }, wanted: Wanted): Promise<FastifyReply>
}

interface Wanted {
  key: string
  result: LastingReply
}

export function createLastingReplies(): LastingReplies {
  const kept = new LRUCache<string, Answer>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ json }) => json.length + ENTRY_BYTES,
  })

  async function read(key: string, { readJson }: LastingReply, etag: string): Promise<Answer> {
    const answer: Answer = { json: await readJson(), etag, zipped: undefined }
    kept.set(key, answer)
    return answer
  }

  return {
    async send({ request, reply }, { key, result }) {
      const etag = `W/"${result.tag}"`
      const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim())
      if (known?.includes(etag)) return reply.header('etag', etag).code(304).send()
      const taggedKey = `${result.tag} ${key}`
      return await sendAnswer(request, reply, kept.get(taggedKey) ?? (await read(taggedKey, result, etag)))
    },
  }
}
