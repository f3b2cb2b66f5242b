import type { CredentialKind } from '#contract/google-setup.ts'
import type { AccountFacts } from '#domain/failures/grant-scope.ts'

/**
 * ⏎ A Google identity with credentials to read and write spreadsheets.
 * ⏎ - A `UserAccountCache` has one for every user who granted access; `openSharedAccount` opens the account of every
 * task.
 * - An `AccountSelector` picks the accounts a task may use, in order of preference.
 * - `RunAccounts` are the selected accounts during a run, without accounts rejected by the provider. ⏎
 */
export interface Account {
  /** Its email address, for sharing a spreadsheet with it. */
  name: string
  /** Absent without credentials. */
  credentials?: CredentialKind
  /** The client an administrator can let act for people. */
  clientId?: string | undefined
  /** Whether it only reaches files the person picked; known once it has a token. */
  readonly picksFiles?: boolean
  /** Set when requests carry no credentials. */
  isAnonymous?: boolean
  /** The Cloud project with the quota for its requests. */
  project: string
  /**
   * ⏎ Gives the request headers for its authentication. Needs a network request when the access token has expired.
   * @throws ProviderError, GaxiosError, or the signal's reason soon after it is aborted ⏎
   */
  authorize(signal: AbortSignal): Promise<Record<string, string>>
  /** Headers for Drive, to learn of edits of a file. Absent without the right to ask Drive. */
  authorizeDrive?(signal: AbortSignal): Promise<Record<string, string>>
  /** Drops the access token after the provider rejected it, so `authorize` gets a new one. Absent without a token. */
  invalidateToken?(): void
}

/** For a provider without credentials. */
export const builtInAccount: Account = {
  name: 'the built-in account',
  project: 'embedded',
  isAnonymous: true,
  authorize: async () => ({}),
  authorizeDrive: async () => ({}),
}

/** The facts for failures to explain how an account gets a scope. */
export function describeAccount({ name, credentials, clientId }: Account): AccountFacts {
  return { account: name, ...(credentials && { credentials }), ...(clientId && { clientId }) }
}

/** Whether requests need credentials. */
export function isGoogle(url: string): boolean {
  return /(^|\.)googleapis\.com$/.test(new URL(url).hostname)
}
