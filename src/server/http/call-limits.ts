import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import { api } from '#contract/api.ts'
import { Refusal } from '#contract/errors.ts'
import type { Route } from '#contract/route.ts'
import { MINUTE_MS } from '#domain/time.ts'

/** How many calls of each kind one caller may make in a minute, over all routes of the kind. */
interface CallLimits {
  reads: number
  changes: number
  signIns: number
}

/** Generous enough for a person with many pages open and a script of theirs; a loop that went wrong ends here. */
export const DEFAULT_CALL_LIMITS: CallLimits = { reads: 6000, changes: 3000, signIns: 120 }

/** For a page of the embedded sign-in, counted by itself. */
export const signInLimit = { max: DEFAULT_CALL_LIMITS.signIns, timeWindow: MINUTE_MS }

/** Whoever watches over this process asks often and must hear the truth. */
const unlimited: readonly string[] = [api.operations.health.path, api.operations.ready.path]

/**
 * Makes an app able to limit calls. A caller is a signed-in person, or an address: people behind one address must not slow
 * each other down. Whoever is over the limit hears 429 and after how many seconds to come again.
 */
export async function allowCallLimits(app: FastifyInstance): Promise<void> {
  await app.register(fastifyRateLimit, {
    global: false,
    keyGenerator: (request) => request.session?.user?.email ?? request.ip,
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.ceil(ttl / 1000)
      const noun = seconds === 1 ? 'second' : 'seconds'
      return new Refusal('too_many_requests', `That was a lot at once. Please try again in ${seconds} ${noun}.`)
    },
  })
}

/** Gives the check for each route; `app` has to be one that `allowCallLimits` prepared. */
export function createCallLimits(
  app: FastifyInstance,
  perMinute = DEFAULT_CALL_LIMITS,
): (route: Route) => onRequestAsyncHookHandler[] {
  const check = (max: number) => app.rateLimit({ max, timeWindow: MINUTE_MS })
  const [reads, changes, signIns] = [check(perMinute.reads), check(perMinute.changes), check(perMinute.signIns)]
  return ({ method, path }) => {
    if (unlimited.includes(path)) return []
    if (path === api.auth.login.path || path === api.auth.callback.path) return [signIns]
    return [method === 'GET' ? reads : changes]
  }
}
