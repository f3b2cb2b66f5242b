import type { CredentialKind } from '#contract/google-setup.ts'
import type { AccountFacts } from '#domain/failures/grant-scope.ts'

/**
 * A Google identity with credentials to read and write spreadsheets.
 *
 * - A `UserAccountCache` has one for every user who granted access; `openSharedAccount` opens the account every task may use.
 * - An `AccountSelector` lists the accounts a task may use, in order of preference.
 * - `RunAccounts` are the selected accounts during a run, except accounts excluded because the provider rejected them.
 */
export interface Account {
  /** The email address people share spreadsheets with. */
  name: string
  /** Absent for an account without credentials. */
  credentials?: CredentialKind
  /** The OAuth client ID a Workspace administrator can authorize to act for people. */
  clientId?: string | undefined
  /** Whether the account only reaches files the person picked; known once it has a token. */
  readonly picksFiles?: boolean
  /** Set when requests carry no credentials. */
  isAnonymous?: boolean
  /** The Cloud project whose quota the account's requests use. */
  project: string
  /**
   * Returns headers that authenticate a request. Sends a network request if the access token has expired.
   * @throws ProviderError, GaxiosError, or the signal's reason soon after it is aborted
   */
  authorize(signal: AbortSignal): Promise<Record<string, string>>
  /** Returns headers for Drive, which shows whether a file was edited. Absent if the account may not ask Drive. */
  authorizeDrive?(signal: AbortSignal): Promise<Record<string, string>>
  /** Drops the access token after the provider rejected it, so `authorize` gets a new one. Absent without a token. */
  invalidateToken?(): void
}

/** Account for a provider that needs no credentials. */
export const builtInAccount: Account = {
  name: 'the built-in account',
  project: 'embedded',
  isAnonymous: true,
  authorize: async () => ({}),
  authorizeDrive: async () => ({}),
}

/** Facts about an account for an error message on how to grant it a scope. */
export function describeAccount({ name, credentials, clientId }: Account): AccountFacts {
  return { account: name, ...(credentials && { credentials }), ...(clientId && { clientId }) }
}

/** Whether a URL belongs to Google, whose APIs require credentials. */
export function isGoogle(url: string): boolean {
  return /(^|\.)googleapis\.com$/.test(new URL(url).hostname)
}
