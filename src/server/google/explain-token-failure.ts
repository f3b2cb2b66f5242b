import { gaxios } from 'google-auth-library'
import { z } from 'zod'
import { Cure } from '#contract/cure.ts'
import { countOf } from '#domain/count-of.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { CONNECT_AGAIN } from './explain-failure.ts'
import { type GoogleErrorBody, readGoogleError } from './google-error-body.ts'
import { ProviderError, type TokenReason } from './provider-error.ts'
import { proxyStatusOf } from './through-proxy.ts'

/** Whose token was refused: of an account whose credentials were configured, or of a person who signed in. */
type Owner = 'configured' | 'person'

interface TokenRequest {
  account: string
  owner: Owner
  /** The client that an administrator has to allow: an OAuth client, or a service account's. */
  clientId?: string | undefined
  now: Date
}

/** How the token endpoint answered. */
export interface TokenAnswer {
  /** Undefined when no answer came. */
  status: number | undefined
  /** Undefined for an answer that is not JSON. */
  body: GoogleErrorBody | undefined
  /** The server's `Date` header. */
  date?: string | undefined
}

const DELEGATION_PAGE = 'https://admin.google.com/ac/owl/domainwidedelegation'
const APPS_PAGE = 'https://admin.google.com/ac/owl/list?tab=configuredApps'
const ROBOTS_PAGE = 'https://console.cloud.google.com/iam-admin/serviceaccounts'
const CLIENTS_PAGE = 'https://console.cloud.google.com/auth/clients'
const AUDIENCE_PAGE = 'https://console.cloud.google.com/auth/audience'
const SHEETS_SCOPE_URL = 'https://www.googleapis.com/auth/spreadsheets'

/** The library's own class of headers depends on how it was loaded. */
const ResponseHeaders = z.custom<Pick<Headers, 'get'>>((value) => value instanceof Object && 'get' in value)
const FailedResponse = z.object({
  response: z.object({ status: z.number(), data: z.unknown(), headers: ResponseHeaders }),
})

/** How the token endpoint answered a client of Google's library; undefined for an error of another origin. */
export function tokenAnswerOf(error: unknown): TokenAnswer | undefined {
  const response = FailedResponse.safeParse(error).data?.response
  if (response) {
    const { status, data, headers } = response
    return { status, body: readGoogleError(data), date: headers.get('date') ?? undefined }
  }
  return error instanceof gaxios.GaxiosError ? { status: proxyStatusOf(error), body: undefined } : undefined
}

/** An error whose message says why an account has no access token, and how to fix it. */
export function explainTokenFailure(
  answer: TokenAnswer,
  { cause, ...request }: TokenRequest & { cause?: unknown },
): ProviderError {
  const { status, body } = answer
  const { account, owner } = request
  if (status === undefined || status === 408 || status === 429 || status >= 500) {
    const message = `Google's sign-in service did not answer for ${account}${status ? ` (status ${status})` : ''}. Try again later.`
    return new ProviderError({ reason: 'unavailable', message, cause })
  }
  if (!body) {
    const message = `A proxy or firewall answered instead of Google's sign-in service (status ${status}). Ask your network administrator to let Nano Sync reach googleapis.com.`
    return new ProviderError({ reason: 'intercepted', message, cause })
  }
  const reason = tokenReasonOf(body, owner)
  const { message, cure } = explanations[reason]({
    ...request,
    detail: body.message,
    offset: clockOffset(answer, request),
  })
  return new ProviderError({ reason, message, cure: Cure.safeParse(cure).data, cause })
}

function tokenReasonOf({ status, reason, message }: GoogleErrorBody, owner: Owner): TokenReason | 'revoked' {
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
  return status === 'invalid_grant' ? 'revoked' : 'token_refused'
}

interface Explained {
  message: string
  cure?: Cure
}

const explanations: Record<
  TokenReason | 'revoked',
  (about: Omit<TokenRequest, 'now'> & { detail: string; offset: string }) => Explained
> = {
  clock_off: ({ offset }) => ({
    message: `The clock of this server is ${offset}, so Google rejects its sign-in. Set the clock, or turn on time synchronization.`,
  }),
  revoked: ({ account, owner }) => ({
    message: `Access to Google Sheets for ${account} was revoked or has expired. ${owner === 'person' ? `To restore it, ${CONNECT_AGAIN}.` : 'Create new credentials for it.'}`,
    ...(owner === 'person' && { cure: { kind: 'connect', address: account } }),
  }),
  consent_expired: ({ account }) => ({
    message: `Access for ${account} ended seven days after it was granted, because the app's consent screen is in testing. Publish the app at ${AUDIENCE_PAGE}, then ${CONNECT_AGAIN}.`,
    cure: { kind: 'open', label: 'Publish the app', url: AUDIENCE_PAGE },
  }),
  session_control: ({ account, owner }) => ({
    message: `The Google Workspace of ${account} requires signing in again from time to time. Ask the administrator to exempt this app. Or ${owner === 'person' ? CONNECT_AGAIN : 'create new credentials for it'}.`,
    ...(owner === 'person' && { cure: { kind: 'connect', address: account } }),
  }),
  admin_blocked: ({ account, clientId, detail }) => ({
    message: `A Google Workspace administrator blocks this app for ${account}. Ask the administrator to trust ${clientId ? `the app with the client ID ${clientId}` : 'it'} at ${APPS_PAGE}. Google says: "${detail}"`,
    cure: { kind: 'open', label: 'Open app access control', url: APPS_PAGE },
  }),
  key_deleted: ({ account }) => ({
    message: `Google does not know the key of ${account} any more. Create a new key for this service account at ${ROBOTS_PAGE}.`,
    cure: { kind: 'open', label: 'Create a key', url: ROBOTS_PAGE },
  }),
  account_deleted: ({ account }) => ({
    message: `Google has no account ${account} any more. Restore it, or use another account.`,
  }),
  account_disabled: ({ account }) => ({
    message: `The service account ${account} is disabled. Enable it at ${ROBOTS_PAGE}.`,
    cure: { kind: 'open', label: 'Enable the account', url: ROBOTS_PAGE },
  }),
  delegation_missing: ({ account, clientId }) => ({
    message: `The service account may not act for ${account}. Ask a Google Workspace administrator to authorize ${clientId ? `its client ID ${clientId}` : 'its client ID'} for ${SHEETS_SCOPE_URL} at ${DELEGATION_PAGE}.`,
    cure: { kind: 'open', label: 'Open delegation', url: DELEGATION_PAGE },
  }),
  client_rejected: ({ account, detail }) => ({
    message: `The sign-in provider refused to renew access for ${account} (${detail}). Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, and whether the client is enabled.`,
    cure: { kind: 'open', label: 'Open OAuth clients', url: CLIENTS_PAGE },
  }),
  token_refused: ({ account, detail }) => ({
    message: `Google issued no access token for ${account}: "${detail}". Check its credentials.`,
  }),
}

/** The provider no longer accepts what a person granted. */
export function explainEndedAccess(reason: 'revoked' | 'consent_expired', account: string): ProviderError {
  const explained = explanations[reason]({ account, owner: 'person', detail: '', offset: '' })
  return new ProviderError({ reason, ...explained })
}

/** How far this machine's clock is from Google's, as in `7 minutes slow`. */
function clockOffset({ date }: TokenAnswer, { now }: TokenRequest): string {
  const offsetMs = date === undefined ? Number.NaN : now.getTime() - Date.parse(date)
  const minutes = Math.round(Math.abs(offsetMs) / MINUTE_MS)
  if (Number.isNaN(minutes) || minutes === 0) return 'wrong'
  return `${countOf(minutes, 'minute')} ${offsetMs < 0 ? 'slow' : 'fast'}`
}
