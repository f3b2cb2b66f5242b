import type { CredentialKind } from '#contract/google-setup.ts'
import type { AccountFacts } from '#domain/failures/grant-scope.ts'

/**
 * A Google identity whose credentials may read and write spreadsheets.
 *
 * - A `UserAccountCache` has one for every user who granted access; `openSharedAccount` opens the one every task may use.
 * - An `AccountSelector` picks the accounts a task may use, in order of preference.
 * - `RunAccounts` are the selected ones during a run, without those excluded because the provider rejected them.
 */
export interface Account {
  /** Its email address, with which a spreadsheet is shared. */
  name: string
  /** Absent without credentials. */
  credentials?: CredentialKind
  /** The client an administrator can let act for people. */
  clientId?: string | undefined
  /** Whether it only reaches files the person picked; known once it has a token. */
  readonly picksFiles?: boolean
  /** Set when requests carry no credentials. */
  isAnonymous?: boolean
  /** The Cloud project whose quota its requests use. */
  project: string
  /**
   * Gives the request headers that authenticate it. Needs a network request when the access token has expired.
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

/** The facts by which failures say how an account gets a scope. */
export function describeAccount({ name, credentials, clientId }: Account): AccountFacts {
  return { account: name, ...(credentials && { credentials }), ...(clientId && { clientId }) }
}

/** Whether requests need credentials. */
export function isGoogle(url: string): boolean {
  return /(^|\.)googleapis\.com$/.test(new URL(url).hostname)
}
