import type { Explanation } from '#domain/explanation.ts'
import { pluralize } from '#domain/pluralize.ts'
import { allowDelegation, CONNECT_AGAIN } from './grant-scope.ts'
import { open } from './request-failures.ts'

/** Why an account has no access token. */
export interface TokenFacts {
  readonly account: string
  /** Whether the refused token belongs to an account with configured credentials or to a person who signed in. */
  readonly owner: 'configured' | 'person'
  /** The client an administrator must allow: an OAuth client or a service account's client. */
  readonly clientId?: string | undefined
  /** The provider's own words. */
  readonly detail: string
  /** How far the clock of this machine is ahead of Google's; null if unknown. */
  readonly clockAheadMinutes: number | null
}

const APPS_PAGE = 'https://admin.google.com/ac/owl/list?tab=configuredApps'
const ROBOTS_PAGE = 'https://console.cloud.google.com/iam-admin/serviceaccounts'
const CLIENTS_PAGE = 'https://console.cloud.google.com/auth/clients'
const AUDIENCE_PAGE = 'https://console.cloud.google.com/auth/audience'

export const tokenFailures = {
  clock_off: ({ clockAheadMinutes }) => ({
    subject: '',
    reason: `The clock of this server is ${formatClockOffset(clockAheadMinutes)}, so Google rejects its sign-in.`,
    fix: 'Set the clock, or turn on time synchronization.',
  }),
  access_ended: ({ account, owner }) => ({
    subject: account,
    reason: `Access to Google Sheets for ${account} was revoked or has expired.`,
    fix: owner === 'person' ? `To restore it, ${CONNECT_AGAIN}.` : 'Create new credentials for it.',
    action: connectIfPerson({ account, owner }),
  }),
  consent_expired: ({ account }) => ({
    subject: account,
    reason: `Access for ${account} ended seven days after it was granted, because the app's consent screen is in testing.`,
    fix: `Publish the app at ${AUDIENCE_PAGE}, then ${CONNECT_AGAIN}.`,
    action: open('Publish the app', AUDIENCE_PAGE),
  }),
  session_control: ({ account, owner }) => ({
    subject: account,
    reason: `The Google Workspace of ${account} requires signing in again from time to time.`,
    fix: `Ask the administrator to exempt this app. Or ${owner === 'person' ? CONNECT_AGAIN : 'create new credentials for it'}.`,
    action: connectIfPerson({ account, owner }),
  }),
  admin_blocked: ({ account, clientId, detail }) => ({
    subject: account,
    reason: `A Google Workspace administrator blocks this app for ${account}.`,
    fix: `Ask the administrator to trust ${clientId ? `the app with the client ID ${clientId}` : 'it'} at ${APPS_PAGE}. Google says: "${detail}"`,
    action: open('Open app access control', APPS_PAGE),
  }),
  key_deleted: ({ account }) => ({
    subject: account,
    reason: `Google does not know the key of ${account} any more.`,
    fix: `Create a new key for this service account at ${ROBOTS_PAGE}.`,
    action: open('Create a key', ROBOTS_PAGE),
  }),
  account_deleted: ({ account }) => ({
    subject: account,
    reason: `Google has no account ${account} any more.`,
    fix: 'Restore it, or use another account.',
  }),
  account_disabled: ({ account }) => ({
    subject: account,
    reason: `The service account ${account} is disabled.`,
    fix: `Enable it at ${ROBOTS_PAGE}.`,
    action: open('Enable the account', ROBOTS_PAGE),
  }),
  delegation_missing: ({ account, clientId }) => ({
    subject: account,
    reason: `The service account may not act for ${account}.`,
    ...allowDelegation({ clientId }),
  }),
  client_rejected: ({ account, detail }) => ({
    subject: account,
    reason: `The sign-in provider refused to renew access for ${account} (${detail}).`,
    fix: 'Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, and whether the client is enabled.',
    action: open('Open OAuth clients', CLIENTS_PAGE),
  }),
  token_refused: ({ account, detail }) => ({
    subject: account,
    reason: `Google issued no access token for ${account}: "${detail}".`,
    fix: 'Check its credentials.',
  }),
} as const satisfies Record<string, (facts: TokenFacts) => Explanation>

export type TokenCause = keyof typeof tokenFailures
export type TokenFailure = { readonly cause: TokenCause } & TokenFacts

export const TOKEN_CAUSES: readonly TokenCause[] = Object.keys(tokenFailures).filter((cause): cause is TokenCause =>
  Object.hasOwn(tokenFailures, cause),
)

function connectIfPerson({ account, owner }: Pick<TokenFacts, 'account' | 'owner'>): Explanation['action'] {
  return owner === 'person' ? { kind: 'connect', address: account } : undefined
}

/** E.g. `7 minutes slow`. */
function formatClockOffset(aheadMinutes: number | null): string {
  if (!aheadMinutes) return 'wrong'
  return `${pluralize(Math.abs(aheadMinutes), 'minute')} ${aheadMinutes < 0 ? 'slow' : 'fast'}`
}
