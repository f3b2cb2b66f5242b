import type { CredentialKind } from '#contract/google-setup.ts'
import type { AccountFacts } from '#domain/failures/grant-scope.ts'

/**
 * A Google identity with credentials to read and write spreadsheets.
 *
 * - A `UserAccountCache` has one for every user who granted access; `openSharedAccount` opens the account every task may
 *   use.
 * - An `AccountSelector` picks the accounts a task may use, in order of preference.
 * - `RunAccounts` are the selected accounts during a run, except accounts excluded because the provider rejected them.
 */
export interface Account {
  /** Its email address: people share spreadsheets with this address. */
  name: string
  /** Absent without credentials. */
  credentials?: CredentialKind
  /** The client an administrator can let act for people. */
  clientId?: string | undefined
  /** Whether it only reaches files the person picked; known once it has a token. */
  readonly picksFiles?: boolean
  /** Set when requests carry no credentials. */
  isAnonymous?: boolean
  /** The Cloud project its requests are counted against. */
  project: string
  /**
   * Returns the request headers that authenticate it. Takes a network request when the access token has expired.
   * @throws ProviderError, GaxiosError, or the signal's reason soon after it is aborted
   */
  authorize(signal: AbortSignal): Promise<Record<string, string>>
  /** Headers for Drive, which shows whether a file was edited. Absent without the right to ask Drive. */
  authorizeDrive?(signal: AbortSignal): Promise<Record<string, string>>
  /** Drops the access token after the provider rejected it, so `authorize` gets a new one. Absent without a token. */
  invalidateToken?(): void
}

/** For a provider that asks for no credentials. */
export const builtInAccount: Account = {
  name: 'the built-in account',
  project: 'embedded',
  isAnonymous: true,
  authorize: async () => ({}),
  authorizeDrive: async () => ({}),
}

/** The facts from which a failure explains how to grant an account a scope. */
export function describeAccount({ name, credentials, clientId }: Account): AccountFacts {
  return { account: name, ...(credentials && { credentials }), ...(clientId && { clientId }) }
}

/** Whether requests need credentials. */
export function isGoogle(url: string): boolean {
  return /(^|\.)googleapis\.com$/.test(new URL(url).hostname)
}
