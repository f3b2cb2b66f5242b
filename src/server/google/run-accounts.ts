import type { SpreadsheetFile } from '#domain/copy/named-file.ts'
import type { Cause } from '#domain/failures/failure.ts'
import { TOKEN_CAUSES } from '#domain/failures/token-failures.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { RequestKind } from '#engine/workbook.ts'
import type { Account } from './account.ts'
import type { AccountSelection } from './account-selector.ts'

/** A spreadsheet, and whether a request reads or writes it. */
export interface FileAccess {
  kind: RequestKind
  file: SpreadsheetFile
}

/** The accounts of one run. Accounts that turn out to be unusable, for a spreadsheet or at all, are excluded. */
export interface RunAccounts {
  /**
   * Returns at least one account, in order of preference.
   * @throws ProviderError with every account's name if all are excluded
   */
  usableFor(access: FileAccess): Promise<readonly Account[]>
  /**
   * Excludes an account after an error for which `isAccountError` holds, and logs it.
   * @throws ProviderError with every account's name if all are excluded
   */
  exclude(account: Account, rejected: { access: FileAccess; error: ProviderError }): Promise<void>
}

interface Options {
  select: () => Promise<AccountSelection>
  /** Logs an excluded account for users, with the reason and the fix. */
  log(level: 'INFO' | 'WARNING', message: string): void
}

interface Exclusion {
  account: Account
  error: ProviderError
  /** The rejected access; undefined if the account is unusable for every spreadsheet. */
  access: FileAccess | undefined
}

/** Causes of exclusion from every spreadsheet: a problem of the account, its token or its Cloud project. */
export const ACCOUNT_CAUSES: ReadonlySet<Cause> = new Set([
  ...TOKEN_CAUSES,
  'unauthenticated',
  'revoked',
  'api_disabled',
  'billing_disabled',
  'project_blocked',
  'domain_blocked',
  'no_account',
  'no_machine_credentials',
  'not_connected',
  'scope_missing',
  'not_lent',
  'removed',
])
/** Causes of exclusion from a single spreadsheet. */
const fileReasons: ReadonlySet<Cause> = new Set([
  'not_shared',
  'refused',
  'not_found',
  'not_picked',
  'google_not_connected',
  'protected',
])

/** Whether another account may succeed where this one failed. */
export function isAccountError({ reason }: ProviderError): boolean {
  return ACCOUNT_CAUSES.has(reason) || fileReasons.has(reason)
}

export function createRunAccounts({ select, log }: Options): RunAccounts {
  let selection: Promise<AccountSelection> | undefined
  const exclusions: Exclusion[] = []

  const findExclusion = (account: Account, access: FileAccess) =>
    exclusions.find((exclusion) => exclusion.account === account && covers(exclusion, access))

  async function usableFor(access: FileAccess): Promise<readonly Account[]> {
    selection ??= select()
    const { accounts, fallback } = await selection
    const isUsable = (account: Account) => !findExclusion(account, access)
    const usable = accounts.filter(isUsable)
    if (usable.length > 0) return usable
    if (fallback && isUsable(fallback)) return [fallback]
    const all = [...new Set([...accounts, ...(fallback ? [fallback] : [])])]
    throw rejection(
      all.flatMap((account) => findExclusion(account, access) ?? []),
      access,
    )
  }

  return {
    usableFor,
    async exclude(account, { access, error }) {
      // Requests run concurrently: several may be rejected for the same reason.
      const isNew = !findExclusion(account, access)
      const isAccountWide = ACCOUNT_CAUSES.has(error.reason)
      if (isNew) exclusions.push({ account, error, access: isAccountWide ? undefined : access })
      const [next] = await usableFor(access)
      if (isNew) log(isAccountWide ? 'WARNING' : 'INFO', `${error.message} Trying the next account: ${next?.name}.`)
    },
  }
}

/**
 * Explains why no account can be used: the error of the only account, or an error with every account's name. Expects at least
 * one exclusion.
 */
function rejection(excluded: readonly Exclusion[], { file, kind }: FileAccess): ProviderError {
  const [first, ...others] = excluded
  if (!first) throw new Error('There is no rejected account to explain')
  if (others.length === 0) return first.error
  const rejected = excluded.map(({ account, error }) => ({ account: account.name, failure: error.failure }))
  return new ProviderError({ cause: 'no_usable_account', file, kind, rejected }, { cause: first.error })
}

/** Whether an exclusion applies to an access. An account that cannot read a spreadsheet cannot write to it either. */
function covers({ access: excluded }: Exclusion, access: FileAccess): boolean {
  if (!excluded) return true
  return excluded.file.id === access.file.id && (excluded.kind === 'read' || access.kind === 'write')
}
