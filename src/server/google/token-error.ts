import { gaxios } from 'google-auth-library'
import { z } from 'zod'
import type { Failure } from '#domain/failures/failure.ts'
import type { TokenCause, TokenFacts } from '#domain/failures/token-failures.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { ProviderError, requestError } from '#engine/provider-error.ts'
import { type GoogleErrorBody, readGoogleError } from './google-error-body.ts'
import { findProxyStatus } from './through-proxy.ts'

interface TokenRequest extends Pick<TokenFacts, 'account' | 'owner' | 'clientId'> {
  now: Date
}

/** How the token endpoint answered. */
export interface TokenAnswer {
  /** Undefined when no answer came. */
  status: number | undefined
  /** Undefined for an answer other than JSON. */
  body: GoogleErrorBody | undefined
  /** The server's `Date` header. */
  date?: string | undefined
}

export const SIGN_IN_SERVICE = { signIn: "Google's sign-in service" }

/** The library's own class of headers depends on how it was loaded. */
const ResponseHeaders = z.custom<Pick<Headers, 'get'>>((value) => value instanceof Object && 'get' in value)
const FailedResponse = z.object({
  response: z.object({ status: z.number(), data: z.unknown(), headers: ResponseHeaders }),
})

/** How the token endpoint answered a client of Google's library; undefined for an error of another origin. */
export function parseTokenAnswer(error: unknown): TokenAnswer | undefined {
  const response = FailedResponse.safeParse(error).data?.response
  if (response) {
    const { status, data, headers } = response
    return { status, body: readGoogleError(data), date: headers.get('date') ?? undefined }
  }
  return error instanceof gaxios.GaxiosError ? { status: findProxyStatus(error), body: undefined } : undefined
}

/** Why an account has no access token. */
export function tokenError(
  answer: TokenAnswer,
  { cause, now, ...request }: TokenRequest & { cause?: unknown },
): ProviderError {
  const { status, body } = answer
  const about = { account: request.account, file: SIGN_IN_SERVICE }
  if (status === undefined || status === 408 || status === 429 || status >= 500) {
    return requestError({ reason: 'unavailable', about, detail: status ? `status ${status}` : '', cause })
  }
  if (!body) return requestError({ reason: 'intercepted', about, detail: `status ${status}`, cause })
  const clockAheadMinutes = clockAhead(answer, now)
  return new ProviderError(
    { cause: findTokenCause(body, request.owner), ...request, detail: body.message, clockAheadMinutes },
    { cause },
  )
}

function findTokenCause({ status, reason, message }: GoogleErrorBody, owner: TokenFacts['owner']): TokenCause {
  if (/token must be a short-lived token/i.test(message)) return 'clock_off'
  if (/invalid jwt signature/i.test(message)) return 'key_deleted'
  if (/account not found|invalid email or user id/i.test(message)) return 'account_deleted'
  if (/access_denied|admin_policy_enforced|invalid_scope/.test(status) || /account restricted/i.test(message)) {
    return 'admin_blocked'
  }
  if (reason === 'invalid_rapt' || /invalid_rapt/.test(message)) return 'session_control'
  if (status === 'disabled_client') return owner === 'person' ? 'client_rejected' : 'account_disabled'
  if (status === 'unauthorized_client') return owner === 'person' ? 'client_rejected' : 'delegation_missing'
  if (status === 'invalid_client') return 'client_rejected'
  return status === 'invalid_grant' ? 'access_ended' : 'token_refused'
}

/** The provider no longer accepts the access a person granted. */
export function endedGrant(cause: 'access_ended' | 'consent_expired', account: string): Failure {
  return { cause, account, owner: 'person', detail: '', clockAheadMinutes: null }
}

function clockAhead({ date }: TokenAnswer, now: Date): number | null {
  const minutes = date === undefined ? Number.NaN : Math.round((now.getTime() - Date.parse(date)) / MINUTE_MS)
  return Number.isNaN(minutes) ? null : minutes
}
