import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, Refusal, statusOf } from '#contract/errors.ts'

const sentences: Partial<Record<number, string>> = {
  400: 'The request could not be read',
  404: 'There is nothing at this address',
  413: 'The request is too large',
  414: 'The address is too long',
  415: 'Send JSON: the content type must be application/json',
}
const UNEXPECTED = 'Something went wrong on our side. It was logged; please try again in a moment.'

/** Answers any error in JSON. The caller's faults say what to mend; everything else is a bug, logged here once. */
export async function replyToError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const refusal = refusalFor(error)
  if (refusal.code === 'unexpected' && !isAbandoned(error, reply)) {
    request.log.error({ err: error, method: request.method, url: pathOf(request) }, 'A call failed unexpectedly')
  }
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusal.toReply()))
}

/** A handler that stopped because its caller went away has not failed. */
function isAbandoned(error: unknown, reply: FastifyReply): boolean {
  return reply.raw.destroyed && error instanceof Error && error.name === 'AbortError'
}

/** The address without its query, which may hold a sign-in's code. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}

function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const status = clientStatusOf(error)
  if (status === undefined) return new Refusal('unexpected', UNEXPECTED)
  return new Refusal(codeFor(status), sentences[status] ?? 'The request could not be read')
}

/** The status of an error by which Fastify or a plugin of it blames the caller. */
function clientStatusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  const { statusCode } = error
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : undefined
}

function codeFor(status: number): ErrorCode {
  const known = Object.entries(statusOf).find(([, value]) => value === status)
  return known === undefined ? 'invalid' : (known[0] as ErrorCode)
}
