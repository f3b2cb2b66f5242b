import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from '#contract/errors.ts'
import { findRateLimit, type Route } from '#contract/route.ts'
import { pluralize } from '#domain/pluralize.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { findNetwork, readClientAddress } from './client-address.ts'

/** Maximum requests per caller and minute for each kind of route, over all routes of the kind. */
type RateLimits = Record<Exclude<ReturnType<typeof findRateLimit>, 'none'>, number> & {
  /** Maximum cost per minute of an address's requests without sign-in, over all routes. */
  anonymousCost: number
}

/** Limits for a user with many open pages and a script. They stop a script stuck in a loop. */
export const DEFAULT_RATE_LIMITS: RateLimits = {
  reads: 6000,
  changes: 3000,
  sign_ins: 120,
  tests: 20,
  lookups: 120,
  auth_checks: 3000,
  anonymousCost: 1200,
}

/** Limit for paths without a route: the pages, and nonexistent paths. */
export const notFoundLimit = { max: 1200, timeWindow: MINUTE_MS }

/** Limit for requests of AI assistants. API calls by their tools count like calls of any program. */
export const mcpLimit = { max: 300, timeWindow: MINUTE_MS }

/** Limit for pages of the embedded sign-in, with a separate budget. */
export const signInLimit = { max: DEFAULT_RATE_LIMITS.sign_ins, timeWindow: MINUTE_MS }

/**
 * Registers rate limiting. Requests are counted per user, including all the user's API tokens, or per network without sign-in.
 */
export async function registerRateLimits(app: FastifyInstance): Promise<void> {
  await app.register(fastifyRateLimit, {
    global: false,
    keyGenerator: buildCallerKey,
    errorResponseBuilder: (_request, { ttl }) => tooManyRequests(Math.ceil(ttl / SECOND_MS)),
  })
}

/** Builds the key of a caller: the user, in a browser or through a token, or the network without sign-in. */
export function buildCallerKey(request: FastifyRequest): string {
  const { caller } = request
  return caller ? `user ${caller.id}` : findNetwork(readClientAddress(request))
}

function tooManyRequests(seconds: number): Refusal {
  return new Refusal('too_many_requests', `Too many requests. Try again in ${pluralize(seconds, 'second')}.`)
}

/** Creates the hooks that limit each route, for an app prepared by `registerRateLimits`. */
export function createRateLimits(
  app: FastifyInstance,
  perMinute = DEFAULT_RATE_LIMITS,
): (route: Route) => onRequestAsyncHookHandler[] {
  const limit = (max: number) => [app.rateLimit({ max, timeWindow: MINUTE_MS })]
  const hooks = {
    reads: limit(perMinute.reads),
    changes: limit(perMinute.changes),
    sign_ins: limit(perMinute.sign_ins),
    tests: limit(perMinute.tests),
    lookups: limit(perMinute.lookups),
    auth_checks: limit(perMinute.auth_checks),
    none: [],
  }
  const limitCost = createCostLimit(perMinute.anonymousCost)
  return (route) => {
    const kind = findRateLimit(route)
    const hasCost = kind !== 'none' && !isForSigningIn.has(kind)
    return hasCost ? [...hooks[kind], limitCost(route)] : hooks[kind]
  }
}

/** Kinds with separate budgets, so nobody in the same network can use up the sign-ins with other requests. */
const isForSigningIn: ReadonlySet<ReturnType<typeof findRateLimit>> = new Set(['sign_ins', 'auth_checks'])

/** Limits the work that visitors without sign-in cause: one request may cost as much as many cheap reads. */
function createCostLimit(points: number): (route: Route) => onRequestAsyncHookHandler {
  const budget = new RateLimiterMemory({ points, duration: MINUTE_MS / SECOND_MS })
  return ({ cost = () => 1 }) =>
    async (request, reply) => {
      if (request.caller) return
      try {
        await budget.consume(findNetwork(readClientAddress(request)), cost(request.query as Record<string, unknown>))
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        const seconds = Math.ceil(error.msBeforeNext / SECOND_MS)
        reply.header('retry-after', seconds)
        throw tooManyRequests(seconds)
      }
    }
}
