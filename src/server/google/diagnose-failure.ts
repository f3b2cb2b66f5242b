import { gaxios } from 'google-auth-library'
import { ProviderError, type ProviderReason } from './provider-error.ts'

interface Diagnosis {
  reason: ProviderReason
  /** The provider's own words. */
  detail: string
  /** Whose quota is exhausted, for `rate_limited`. */
  exhausted?: 'account' | 'project'
}

interface ErrorResponse {
  status: number
  message: string
  details: string
}

const reasonsByText: readonly (readonly [RegExp, ProviderReason])[] = [
  [/protected (cell|range|sheet)|protected cell or object/i, 'protected'],
  [/above the limit of \d+ cells|cell limit|\b10,?000,?000 cells\b/i, 'cell_limit'],
  [/payload size exceeds|too large/i, 'too_large'],
  [/exceeds grid limits|tried writing to (row|column)/i, 'grid_changed'],
  [/unable to parse range/i, 'tab_missing'],
  [/insufficient authentication scopes|ACCESS_TOKEN_SCOPE_INSUFFICIENT/i, 'scope_missing'],
  [/has not been used in project|SERVICE_DISABLED/i, 'api_disabled'],
  [/rate ?limit ?exceeded|quota exceeded/i, 'rate_limited'],
  [/invalid_grant|token has been expired or revoked/i, 'revoked'],
]

/**
 * Diagnoses any failed request: a JSON error, an HTML page, a broken connection, a timeout, a truncated response, or a
 * ProviderError. Returns undefined for an error that no provider can cause.
 */
export function diagnoseFailure(error: unknown): Diagnosis | undefined {
  if (error instanceof ProviderError) return { reason: error.reason, detail: error.message }
  if (error instanceof SyntaxError) return { reason: 'unavailable', detail: 'the response was cut off' }
  if (!(error instanceof gaxios.GaxiosError)) return undefined
  const response = readErrorResponse(error)
  if (!response) return { reason: 'unavailable', detail: describeConnectionError(error) }
  const { status, message, details } = response
  const reason = reasonOf(response)
  if (reason !== 'rate_limited') return { reason, detail: message || `status ${status}` }
  return { reason, detail: message, exhausted: /PerMinutePerProject/.test(details) ? 'project' : 'account' }
}

function reasonOf({ status, message, details }: ErrorResponse): ProviderReason {
  if (status === 429) return 'rate_limited'
  if (status === 408 || status >= 500) return 'unavailable'
  const known = reasonsByText.find(([pattern]) => pattern.test(message) || pattern.test(details))
  if (known) return known[1]
  if (status === 401) return 'unauthenticated'
  if (status === 403) return 'not_shared'
  if (status === 404) return 'not_found'
  if (status === 413) return 'too_large'
  return 'invalid'
}

function readErrorResponse(error: gaxios.GaxiosError): ErrorResponse | undefined {
  if (error.status === undefined) return undefined
  const body: unknown = error.response?.data
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '')
  return { status: error.status, ...readErrorBody(text) }
}

/** Google sends `{"error":{"message":…}}`, its token endpoint `{"error":"invalid_grant"}`, a proxy in between HTML. */
function readErrorBody(text: string): { message: string; details: string } {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: string; details?: unknown } | string }
    if (typeof error === 'string') return { message: error, details: '' }
    return { message: error?.message ?? '', details: JSON.stringify(error?.details ?? '') }
  } catch {
    return { message: '', details: '' }
  }
}

function describeConnectionError({ code, message }: gaxios.GaxiosError): string {
  if (code === 'TimeoutError') return 'the request timed out'
  return typeof code === 'string' ? `the connection failed: ${code}` : message
}
