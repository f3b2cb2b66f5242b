import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '#domain/time.ts'
import { COMPRESSED_FROM_BYTES, FASTEST_LEVEL, MAX_AT_ONCE_BYTES } from '#server/http/compression.ts'
import type { ChangeCounter, Subjects } from './change-counter.ts'
import { createSharedAnswers } from './shared-answers.ts'

/** What a page sends of the events that it has received: `live.`, then the position in the stream. */
const LIVE = 'live.'
const TAG = /^W\/"([\w.-]+)"$/

/** Of the answers that are kept, uncompressed. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024
/** An answer that changes by itself sooner, such as how long a run has taken, is computed for each who asks. */
const MIN_FRESH_MS = MINUTE_MS
/** For the key and the entry, and what compression adds. */
const ENTRY_BYTES = 1000

/** Serialized and compressed once for everyone who asks for it. */
export interface Answer {
  readonly json: string
  /** Undefined when nothing is known of later changes. */
  readonly etag: string | undefined
  zipped: Promise<Buffer> | Buffer | undefined
}

/** The same until something changes. */
interface VersionedAnswer extends Answer {
  /** Undefined when nothing is known of later changes. */
  readonly version: string | undefined
  readonly freshUntilMs: number
}

interface Options {
  counter: ChangeCounter
  /** Resolves once the counter knows of everything that was committed before the call. */
  caughtUp: () => Promise<void>
  now: () => Date
  /** Whether a page that has received the events up to a position has everything, or is about to receive it. */
  isLive: (position: string) => boolean
}

export interface VersionedReplies {
  /** The header of an unchanged reply; undefined when it may have changed. Reads nothing. */
  unchanged(request: FastifyRequest, dependsOn: Subjects): Record<string, string> | undefined
  /** A reply in its bytes, computed once for all equal requests until something changes. */
  answer(wanted: Wanted): Promise<Answer>
}

interface Wanted {
  /** Equal for requests with the same reply. */
  key: string
  dependsOn: Subjects
  compute: () => Promise<{ json: string; freshUntilMs: number }>
}

/** Replies that are the same for everyone who may see them. */
export function createVersionedReplies({ counter, caughtUp, now, isLive }: Options): VersionedReplies {
  const answers = createSharedAnswers<VersionedAnswer>()
  const kept = new LRUCache<string, VersionedAnswer>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ json }) => json.length + ENTRY_BYTES,
  })

  /** A tag is the version of what the reply depends on, and until when the passing of time leaves the reply as it is. */
  function isCurrent(tag: string, dependsOn: Subjects): boolean {
    if (tag.startsWith(LIVE)) return counter.version([]) !== undefined && isLive(tag.slice(LIVE.length))
    const split = tag.lastIndexOf('.')
    return (
      tag.slice(0, split) === counter.version(dependsOn) && now().getTime() < Number.parseInt(tag.slice(split + 1), 36)
    )
  }

  /** What was computed before, unless it may have changed by now on any node. */
  async function knownAnswer(key: string, version: () => string | undefined): Promise<VersionedAnswer | undefined> {
    const answer = kept.get(key)
    const isCurrent = () =>
      answer?.version !== undefined && answer.version === version() && now().getTime() < answer.freshUntilMs
    if (!isCurrent()) return undefined
    const hasCaughtUp = await caughtUp().then(
      () => true,
      () => false,
    )
    return hasCaughtUp && isCurrent() ? answer : undefined
  }

  return {
    unchanged({ headers }, dependsOn) {
      const tags = headers['if-none-match']?.split(',').flatMap((each) => TAG.exec(each.trim())?.[1] ?? []) ?? []
      const current = tags.find((tag) => isCurrent(tag, dependsOn))
      if (current === undefined) return undefined
      return current.startsWith(LIVE) ? {} : { etag: `W/"${current}"` }
    },
    async answer({ key, dependsOn, compute }) {
      const version = () => counter.version(dependsOn)
      const known = await knownAnswer(key, version)
      if (known) return known
      return await answers.get({
        key,
        version,
        async compute() {
          const begunAt = version()
          const { json, freshUntilMs } = await compute()
          const etag = begunAt && `W/"${begunAt}.${freshUntilMs.toString(36)}"`
          const answer = { json, etag, version: begunAt, freshUntilMs, zipped: undefined }
          if (freshUntilMs - now().getTime() >= MIN_FRESH_MS) kept.set(key, answer)
          return answer
        },
      })
    },
  }
}

const gzipInThread = promisify(gzip)

/** Another thread takes a turn for every few kilobytes, and waits for each on a busy machine. */
function zip(json: string): Promise<Buffer> | Buffer {
  const options = { level: FASTEST_LEVEL }
  return json.length <= MAX_AT_ONCE_BYTES ? gzipSync(json, options) : gzipInThread(json, options)
}

/** Sends an answer, compressed once for everyone who accepts that. */
export async function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  if (answer.etag) reply.header('etag', answer.etag)
  const zipped = request.method === 'HEAD' ? undefined : zippedFor(request, answer)
  if (!zipped) return reply.send(answer.json)
  return reply.header('content-encoding', 'gzip').send(await zipped)
}

/** Undefined where it is sent as it is. */
export function zippedFor(request: FastifyRequest, answer: Answer): Answer['zipped'] {
  if (answer.json.length < COMPRESSED_FROM_BYTES || !acceptsGzip(request)) return undefined
  answer.zipped ??= zip(answer.json)
  return answer.zipped
}

export function acceptsGzip({ headers }: FastifyRequest): boolean {
  const accepted = String(headers['accept-encoding'] ?? '').split(',')
  return accepted.some((each) => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/i.test(each))
}
