import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, Refusal, statusOf } from '#contract/errors.ts'
import { type DatabaseFault, findDatabaseFault } from '#server/storage/database-fault.ts'
import { describeRequest } from './request-log.ts'

const messages: Partial<Record<number, string>> = {
  400: 'The request could not be read',
  404: 'Nothing found at this address',
  413: 'The request is too large',
  414: 'The address is too long',
  415: 'Send JSON: the content type must be application/json',
}
const UNEXPECTED = 'Something went wrong on our side. The error was logged. Please try again later.'

const RETRY_AFTER_SECONDS = 5
const faultMessages: Readonly<Record<DatabaseFault, string>> = {
  away: 'Nano Sync cannot reach its database right now. Please try again in a few seconds.',
  full: 'Nano Sync cannot save anything because the disk of its database is full. Ask an administrator to free some space.',
  busy: 'The database is busy with another change. Please try again in a few seconds.',
}

/** Builds the refusal of a request that the database's state prevents. The client may retry the request. */
export function databaseRefusal(fault: DatabaseFault): Refusal {
  return new Refusal('database_unavailable', faultMessages[fault])
}

/** Responds to any error in JSON. Any error except a caller's mistake is a bug, and is logged here once. */
export async function replyToError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const refusal = refusalFor(error)
  if (refusal.code === 'unexpected' && !isAborted(error, reply)) {
    request.log.error({ err: error, ...describeRequest(request) }, 'Unexpected error in a request')
  }
  if (refusal.code === 'database_unavailable') {
    request.log.warn({ err: error, ...describeRequest(request) }, 'Request refused: no database')
    reply.header('retry-after', RETRY_AFTER_SECONDS)
  }
  // A rate limit has already set the header.
  if (refusal.code === 'too_many_requests' && !reply.hasHeader('retry-after')) {
    reply.header('retry-after', RETRY_AFTER_SECONDS)
  }
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusal.toReply()))
}

/** Whether a handler stopped because the client disconnected, which is not a failure. */
function isAborted(error: unknown, reply: FastifyReply): boolean {
  return reply.raw.destroyed && error instanceof Error && error.name === 'AbortError'
}

function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const fault = findDatabaseFault(error)
  if (fault !== undefined) return databaseRefusal(fault)
  const status = readClientStatus(error)
  if (status === undefined) return new Refusal('unexpected', UNEXPECTED)
  return new Refusal(codeFor(status), messages[status] ?? 'The request could not be read')
}

/** The 4xx status of an error from Fastify or one of its plugins. */
function readClientStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  const { statusCode } = error
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : undefined
}

function codeFor(status: number): ErrorCode {
  const known = Object.entries(statusOf).find(([, value]) => value === status)
  return known === undefined ? 'invalid' : (known[0] as ErrorCode)
}
