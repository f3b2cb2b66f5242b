import type { FastifyInstance, FastifyRequest } from 'fastify'
import { TOKEN_PREFIX } from '#contract/api-token.ts'
import { Refusal } from '#contract/errors.ts'
import { errorsOf, type Route } from '#contract/route.ts'
import { isWithinScope, requiredScopeOf } from '#contract/token-scopes.ts'
import { type ApiTokens, type TokenHolder, unusable } from '#server/auth/api-tokens.ts'
import { isAllowed } from '#server/auth/is-allowed.ts'
import type { SignedInUser } from '#server/auth/users.ts'

/** Who makes a request, and how they are known. */
export interface Caller extends SignedInUser {
  /** The token with which a program acts in the user's name; undefined for their browser. */
  readonly token: TokenHolder['token'] | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined for a visitor, and for a token that cannot be used. */
    caller: Caller | undefined
    /** Why the API token that came with the request cannot be used. */
    tokenProblem: Refusal | undefined
  }
}

export interface CallerOptions {
  apiTokens: Pick<ApiTokens, 'authenticate'>
  allowedEmails: readonly string[]
  isDatabaseAway: () => boolean
}

const BEARER_TOKEN = /^bearer +(\S+)$/i

/** Finds out who makes each request. A token counts alone: the cookie that comes with it is ignored. */
export function identifyCallers(app: FastifyInstance, options: CallerOptions): void {
  app.decorateRequest('caller', undefined)
  app.decorateRequest('tokenProblem', undefined)
  app.addHook('onRequest', async (request) => {
    const token = BEARER_TOKEN.exec(request.headers.authorization ?? '')?.[1]
    if (!token?.startsWith(TOKEN_PREFIX)) request.caller = callerOfSession(request, options)
    else if (!options.isDatabaseAway()) await identifyByToken(request, token, options)
  })
}

/** Removing an address from the allowed list takes effect at once, not when the session expires. */
function callerOfSession({ session }: FastifyRequest, { allowedEmails }: CallerOptions): Caller | undefined {
  const { user } = session
  return user && isAllowed(user.email, allowedEmails) ? { ...user, token: undefined } : undefined
}

async function identifyByToken(request: FastifyRequest, sent: string, options: CallerOptions): Promise<void> {
  try {
    const { user, token } = await options.apiTokens.authenticate(sent)
    if (!isAllowed(user.email, options.allowedEmails)) throw unusable('belongs to someone who may not sign in any more')
    request.caller = { ...user, token }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    request.tokenProblem = error
  }
}

/** @throws Refusal when the request came with a token that cannot be used, or not for this route */
export function checkToken(route: Route, { caller, tokenProblem }: FastifyRequest): void {
  const needsCaller = errorsOf(route).includes('unauthenticated')
  if (tokenProblem && needsCaller) throw tokenProblem
  if (!caller?.token || isWithinScope(caller.token.scope, route)) return
  const required = requiredScopeOf(route)
  if (required === 'none') {
    throw new Refusal('unauthenticated', 'An API token cannot be used here. Sign in with a browser.')
  }
  throw new Refusal('forbidden', `This API token may only ${caller.token.scope}. Use one with the scope ${required}.`)
}
