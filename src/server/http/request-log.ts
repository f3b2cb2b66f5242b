import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { TOKEN_PREFIX } from '#contract/api-token.ts'
import { events } from '#contract/event.ts'
import { isChange, type Route } from '#contract/route.ts'
import { readClientAddress } from './client-address.ts'
import type { RequestMetrics } from './metrics.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route of the contract, if any. */
    contractRoute?: Route
  }
}

interface Options {
  changeLogger: Logger
  requestMetrics: RequestMetrics
}

const MAX_PATH_LENGTH = 200
const TASK_PATH = '/api/sync_tasks/'

/**
 * Logs every change with its author and origin, and every failed request. Changes have a separate log, so refused requests
 * cannot push them out.
 */
export function logRequests(app: FastifyInstance, { changeLogger, requestMetrics }: Options): void {
  app.addHook('onResponse', async (request, reply) => {
    const { contractRoute } = request.routeOptions.config
    const { elapsedTime: ms, statusCode: status } = reply
    // A stream of events lasts as long as its page is open.
    if (contractRoute !== events.stream) {
      requestMetrics.answered({ method: request.method, route: request.routeOptions.url ?? 'unknown', status, ms })
    }
    const line = {
      ...describeRequest(request),
      status,
      durationMs: Math.round(ms),
    }
    if (status >= 500) request.log.info(line, 'Request failed')
    else if (status >= 400) request.log.info(line, 'Request refused')
    else if (contractRoute && isChange(contractRoute) && request.caller) changeLogger.info(line, 'Change')
    else request.log.debug(line, 'Request')
  })
}

/** Fields of a request in a log line: the route, the caller and their address, and the task. */
export function describeRequest(request: FastifyRequest) {
  const taskId = readTaskId(request)
  return {
    method: request.method,
    url: shortened(withoutTokens(readPath(request))),
    user: request.caller?.email ?? 'anonymous',
    ...(request.caller?.token && { token: request.caller.token.name }),
    from: readClientAddress(request),
    ...(taskId !== undefined && { taskId }),
  }
}

/** The path without the query, since a query can contain a sign-in code. */
export function readPath(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}

/** Redacts API tokens, because somebody may put a token into an address instead of a header. */
function withoutTokens(path: string): string {
  return path.replaceAll(/nsync(?:_|%5f)[^/]*/gi, `${TOKEN_PREFIX}[redacted]`)
}

function shortened(path: string): string {
  return path.length <= MAX_PATH_LENGTH ? path : `${path.slice(0, MAX_PATH_LENGTH)}…`
}

function readTaskId({ routeOptions, params }: FastifyRequest): number | undefined {
  if (!routeOptions.url?.startsWith(TASK_PATH)) return undefined
  const id = (params as { id?: string }).id
  return id !== undefined && /^\d{1,10}$/.test(id) ? Number(id) : undefined
}
