import { gaxios } from 'google-auth-library'
import { looksLikeGoogleId } from '#contract/spreadsheet-link.ts'
import type { SpreadsheetFile } from '#domain/copy/named-file.ts'
import type { RequestCause } from '#domain/failures/request-failures.ts'
import type { Account } from './account.ts'
import { type GoogleErrorBody, readGoogleError } from './google-error-body.ts'
import { findProxyStatus } from './through-proxy.ts'

export interface Diagnosis {
  reason: RequestCause
  /** The provider's own words. */
  detail: string
  /** Google's link to the page where the problem can be fixed. */
  link?: string | undefined
  /** The Cloud project Google names, such as `projects/123`. */
  consumer?: string | undefined
  /** Whose quota is exhausted, for `rate_limited`. */
  exhausted?: 'account' | 'project'
  /** Set if the provider took too long or was too busy: a smaller request may succeed. */
  isOverload?: 'timeout' | 'busy'
}

/** Causes by the code of a reply's `ErrorInfo`, or by Drive's own code. */
const reasonsByCode: Readonly<Record<string, RequestCause>> = {
  SERVICE_DISABLED: 'api_disabled',
  BILLING_DISABLED: 'billing_disabled',
  CONSUMER_SUSPENDED: 'project_blocked',
  CONSUMER_INVALID: 'project_blocked',
  SECURITY_POLICY_VIOLATED: 'project_blocked',
  USER_PROJECT_DENIED: 'project_blocked',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'scope_missing',
  RATE_LIMIT_EXCEEDED: 'rate_limited',
  rateLimitExceeded: 'rate_limited',
  userRateLimitExceeded: 'rate_limited',
}

const reasonsByText: readonly (readonly [RegExp, RequestCause])[] = [
  [/protected (cell|range|sheet)|protected cell or object/i, 'protected'],
  [/above the limit of \d{1,20} cells|cell limit|\b10,?000,?000 cells\b/i, 'cell_limit'],
  [/\b18,?278 columns\b|\bcolumns above the limit of 18,?278\b/i, 'column_limit'],
  [/maximum of 50,?000 characters/i, 'text_too_long'],
  [/payload size exceeds|too large/i, 'too_large'],
  [/exceeds grid limits|tried writing to (row|column)/i, 'grid_changed'],
  [/unable to parse range/i, 'tab_missing'],
  [/must not be an Office file|not supported for this document/i, 'office_file'],
  [/insufficient authentication scopes/i, 'scope_missing'],
  [/has not been used in project/i, 'api_disabled'],
  [/disabled by the domain administrator|domain administrators? (has|have) disabled/i, 'domain_blocked'],
  [/rate ?limit ?exceeded|quota exceeded/i, 'rate_limited'],
  [/invalid_grant|token has been expired or revoked/i, 'revoked'],
]

/** The only error message that means the spreadsheet is not shared with the account. */
const NOT_SHARED = 'The caller does not have permission'

/**
 * Diagnoses any failed request to an API: a JSON error, the page of a proxy, a broken connection, a timeout or a
 * truncated response. Returns undefined for an error no provider can cause.
 */
export function diagnoseFailure(error: unknown): Diagnosis | undefined {
  if (error instanceof SyntaxError) return { reason: 'unavailable', detail: 'the response was cut off' }
  if (!(error instanceof gaxios.GaxiosError)) return undefined
  const { status } = error
  const proxyStatus = findProxyStatus(error)
  if (proxyStatus !== undefined) return { reason: reasonOfPage(proxyStatus), detail: `status ${proxyStatus}` }
  if (status === undefined) {
    const isTimeout = error.code === TIMEOUT_CODE
    return {
      reason: 'unavailable',
      detail: describeConnectionError(error),
      ...(isTimeout && { isOverload: 'timeout' }),
    }
  }
  const body = readGoogleError(error.response?.data)
  const reason = body ? classifyError(status, body) : reasonOfPage(status)
  const detail = body?.message || `status ${status}`
  const { activationUrl: link, consumer, quota_limit: limit = '' } = body?.metadata ?? {}
  if (reason === 'unavailable')
    return { reason, detail, link, consumer, isOverload: isDeadline(status) ? 'timeout' : 'busy' }
  if (reason !== 'rate_limited') return { reason, detail, link, consumer }
  return { reason, detail, consumer, exhausted: /PerMinutePerProject$/.test(limit) ? 'project' : 'account' }
}

function classifyError(status: number, body: GoogleErrorBody): RequestCause {
  if (status === 429) return 'rate_limited'
  if (status === 408 || status >= 500) return 'unavailable'
  if (status === 409 || body.status === 'ABORTED') return 'conflict'
  const known = reasonsByCode[body.reason] ?? reasonsByText.find(([pattern]) => pattern.test(body.message))?.[1]
  if (known) return known
  if (status === 401) return 'unauthenticated'
  if (status === 403)
    return body.status === 'PERMISSION_DENIED' && body.message === NOT_SHARED ? 'not_shared' : 'refused'
  if (status === 404) return 'not_found'
  if (status === 413) return 'too_large'
  return 'invalid'
}

/** Google sends a page instead of JSON only when it is overloaded; any other page comes from a proxy or a firewall. */
function reasonOfPage(status: number): RequestCause {
  if (status === 429) return 'rate_limited'
  if (status === 413) return 'too_large'
  return status === 408 || status >= 500 ? 'unavailable' : 'intercepted'
}

/** Whether the provider, or a proxy in front of it, gave up waiting. */
function isDeadline(status: number): boolean {
  return status === 408 || status === 504
}

const TIMEOUT_CODE = 'TimeoutError'

function describeConnectionError({ code, message }: gaxios.GaxiosError): string {
  if (code === TIMEOUT_CODE) return 'the request timed out'
  return typeof code === 'string' ? `the connection failed: ${code}` : message
}

/**
 * Explains why a file is missing. The built-in provider has no file of Google: an ID of Google without a known title means that
 * Google is not connected.
 */
export function explainMissing(
  { reason }: Diagnosis,
  { file, account, hasReadTitle }: { file: SpreadsheetFile; account: Account; hasReadTitle: boolean },
): RequestCause {
  if (reason !== 'not_found') return reason
  if (account.picksFiles) return 'not_picked'
  if (!account.isAnonymous) return reason
  const isFromGoogle = !hasReadTitle && looksLikeGoogleId(file.id)
  return isFromGoogle ? 'google_not_connected' : reason
}
