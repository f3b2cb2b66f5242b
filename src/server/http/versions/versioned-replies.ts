import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { COMPRESSED_FROM_BYTES, FASTEST_LEVEL } from '#server/http/compression.ts'
import type { ChangeCounter, Subjects } from './change-counter.ts'
import { createSharedAnswers } from './shared-answers.ts'

/** What a page sends of the events that it has received: `live.`, then the position in the stream. */
const LIVE = 'live.'
const TAG = /^W\/"([\w.-]+)"$/

/** Serialized once for everyone who asked. */
interface Answer {
  readonly json: string
  /** Undefined when nothing is known of later changes. */
  readonly etag: string | undefined
  zipped: Promise<Buffer> | undefined
}

interface Options {
  counter: ChangeCounter
  now: () => Date
  /** Whether a page that has received the events up to a position has everything, or is about to receive it. */
  isLive: (position: string) => boolean
}

export interface VersionedReplies {
  /** The header of an unchanged reply; undefined when it may have changed. Reads nothing. */
  unchanged(request: FastifyRequest, dependsOn: Subjects): Record<string, string> | undefined
  /** A reply in its bytes, computed once for all equal requests meanwhile. */
  answer(wanted: Wanted): Promise<Answer>
}

interface Wanted {
  /** Equal for requests with the same reply. */
  key: string
  dependsOn: Subjects
  compute: () => Promise<{ json: string; freshUntilMs: number }>
}

/** Replies that are the same for everyone who may see them. */
export function createVersionedReplies({ counter, now, isLive }: Options): VersionedReplies {
  const answers = createSharedAnswers<Answer>()

  /** A tag is the version of what the reply depends on, and until when the passing of time leaves the reply as it is. */
  function isCurrent(tag: string, dependsOn: Subjects): boolean {
    if (tag.startsWith(LIVE)) return isLive(tag.slice(LIVE.length))
    const split = tag.lastIndexOf('.')
    return (
      tag.slice(0, split) === counter.version(dependsOn) && now().getTime() < Number.parseInt(tag.slice(split + 1), 36)
    )
  }

  return {
    unchanged({ headers }, dependsOn) {
      const tags = headers['if-none-match']?.split(',').flatMap((each) => TAG.exec(each.trim())?.[1] ?? []) ?? []
      const current = tags.find((tag) => isCurrent(tag, dependsOn))
      if (current === undefined) return undefined
      return current.startsWith(LIVE) ? {} : { etag: `W/"${current}"` }
    },
    answer({ key, dependsOn, compute }) {
      const version = () => counter.version(dependsOn)
      return answers.get({
        key,
        version,
        async compute() {
          const begunAt = version()
          const { json, freshUntilMs } = await compute()
          const etag = begunAt && `W/"${begunAt}.${freshUntilMs.toString(36)}"`
          return { json, etag, zipped: undefined }
        },
      })
    },
  }
}

const zip = promisify(gzip)

/** Sends an answer, compressed once for everyone who accepts that. */
export async function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  if (answer.etag) reply.header('etag', answer.etag)
  if (request.method === 'HEAD' || answer.json.length < COMPRESSED_FROM_BYTES || !acceptsGzip(request)) {
    return reply.send(answer.json)
  }
  answer.zipped ??= zip(answer.json, { level: FASTEST_LEVEL })
  return reply.header('content-encoding', 'gzip').send(await answer.zipped)
}

export function acceptsGzip({ headers }: FastifyRequest): boolean {
  const accepted = String(headers['accept-encoding'] ?? '').split(',')
  return accepted.some((each) => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/i.test(each))
}
