import type { FastifyInstance, FastifyRequest } from 'fastify'
import { scopeProblem, TOKEN_PREFIX } from '#contract/api-token.ts'
import type { Administrators } from '#contract/auth.ts'
import { Refusal } from '#contract/errors.ts'
import { findAdminRight, findRequiredScope } from '#contract/rights.ts'
import { listErrors, type Route } from '#contract/route.ts'
import { adminsOnly } from '#domain/admins-only.ts'
import { type ApiTokens, type TokenHolder, unusable } from '#server/auth/api-tokens.ts'
import type { SignedInUser } from '#server/auth/users.ts'
import type { AdminSettings } from '#server/config/admin-settings.ts'
import { isAllowed } from '#server/config/is-allowed.ts'

/** User who makes a request, and how the user is authenticated. */
export interface Caller extends SignedInUser {
  /** The API token of a program acting for the user; undefined in the user's browser. */
  readonly token: TokenHolder['token'] | undefined
  /** Administrators of this installation; null if everybody is an administrator. */
  readonly administrators: Administrators | null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined for a visitor, and for a request with an unusable token. */
    caller: Caller | undefined
    /** Reason why the request's API token is unusable. */
    tokenProblem: Refusal | undefined
  }
}

export interface CallerOptions {
  apiTokens: Pick<ApiTokens, 'authenticate'>
  allowedEmails: readonly string[]
  administrators: AdminSettings | undefined
  isDatabaseAway: () => boolean
}

const BEARER_TOKEN = /^bearer +(\S+)$/i

/** Identifies the caller of each request. A token takes precedence: a cookie sent with it is ignored. */
export function identifyCallers(app: FastifyInstance, options: CallerOptions): void {
  app.decorateRequest('caller', undefined)
  app.decorateRequest('tokenProblem', undefined)
  app.addHook('onRequest', async (request) => {
    const token = BEARER_TOKEN.exec(request.headers.authorization ?? '')?.[1]
    if (!token?.startsWith(TOKEN_PREFIX)) request.caller = callerOfSession(request, options)
    else if (!options.isDatabaseAway()) await identifyByToken(request, token, options)
  })
}

/** Checks the allowed list on every request, so removing an address takes effect at once and not when the session expires. */
function callerOfSession({ session }: FastifyRequest, options: CallerOptions): Caller | undefined {
  const { user } = session
  return user && isAllowed(user.email, options.allowedEmails) ? buildCaller(user, options) : undefined
}

function buildCaller(user: SignedInUser, { administrators }: CallerOptions, token?: TokenHolder['token']): Caller {
  return { ...user, token, administrators: administrators ? administratorsFor(user, administrators) : null }
}

/** Finds the administrators for a user. A session of an earlier version has no groups. */
function administratorsFor(
  { email, adminGroups = [] }: SignedInUser,
  { people, groups }: AdminSettings,
): Administrators {
  const is_me = people.includes(email) || groups.some((group) => adminGroups.includes(group))
  return { is_me, people: [...people], groups: [...groups] }
}

async function identifyByToken(request: FastifyRequest, sent: string, options: CallerOptions): Promise<void> {
  try {
    const { user, token } = await options.apiTokens.authenticate(sent)
    if (!isAllowed(user.email, options.allowedEmails)) throw unusable('belongs to someone who may not sign in any more')
    request.caller = buildCaller(user, options, token)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    request.tokenProblem = error
  }
}

/** @throws Refusal when the request's token is unusable, or not valid for this route */
export function checkToken(route: Route, { caller, tokenProblem }: FastifyRequest): void {
  const needsCaller = listErrors(route).includes('unauthenticated')
  if (tokenProblem && needsCaller) throw tokenProblem
  if (caller) requireScope(route, caller)
}

/** @throws Refusal when a token may not call this route. Also checks another route that does the same work with this input. */
export function requireScope(route: Route, { token }: Pick<Caller, 'token'>): void {
  if (!token) return
  const required = findRequiredScope(route)
  if (required === 'none') {
    throw new Refusal('unauthenticated', 'An API token cannot be used here. Sign in with a browser.')
  }
  const problem = scopeProblem(token.scope, required)
  if (problem !== undefined) throw new Refusal('forbidden', problem)
}

/** @throws Refusal when only administrators may call this route, regardless of its input */
export function requireRole(route: Route, { caller }: FastifyRequest): void {
  if (caller && findAdminRight(route)?.isForOwnersToo === false) requireOwner(route, { caller, owner: undefined })
}

/** @throws Refusal when only administrators and the owner may make a change, and the caller is neither */
export function requireOwner(route: Route, { caller, owner }: { caller: Caller; owner: string | undefined }): void {
  const right = findAdminRight(route)
  const isOwner = owner === caller.email
  const problem = right && adminsOnly(right, { administrators: caller.administrators, isOwner })
  if (problem !== undefined) throw new Refusal('forbidden', problem)
}
