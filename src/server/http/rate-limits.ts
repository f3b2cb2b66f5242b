import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import { Refusal } from '#contract/errors.ts'
import { type Route, rateLimitOf } from '#contract/route.ts'
import { countOf } from '#domain/count-of.ts'
import { MINUTE_MS } from '#domain/time.ts'

/** How many requests of each kind one caller may make per minute, over all routes of the kind. */
type RateLimits = Record<Exclude<ReturnType<typeof rateLimitOf>, 'none'>, number>

/** Enough for a user with many open pages and a script; a script stuck in a loop is stopped. */
export const DEFAULT_RATE_LIMITS: RateLimits = { reads: 6000, changes: 3000, sign_ins: 120 }

/** For a page of the embedded sign-in, which has a budget of its own. */
export const signInLimit = { max: DEFAULT_RATE_LIMITS.sign_ins, timeWindow: MINUTE_MS }

/** Registers rate limiting. Requests are counted per user; without sign-in, per IP address. */
export async function registerRateLimits(app: FastifyInstance): Promise<void> {
  await app.register(fastifyRateLimit, {
    global: false,
    keyGenerator: (request) => request.session?.user?.email ?? request.ip,
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.ceil(ttl / 1000)
      return new Refusal('too_many_requests', `Too many requests. Try again in ${countOf(seconds, 'second')}.`)
    },
  })
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
    none: [],
  }
  return (route) => hooks[rateLimitOf(route)]
}
