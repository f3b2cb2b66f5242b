import type { Account } from './account.ts'
import type { AccountSelection } from './account-selector.ts'
import { explainRefusals } from './explain-failure.ts'
import type { ProviderError, ProviderReason } from './provider-error.ts'
import type { RequestKind } from './quota.ts'

/** What a request does with which spreadsheet. */
export interface FileAccess {
  kind: RequestKind
  spreadsheetId: string
  /** The spreadsheet's name in an error sentence. */
  file: string
}

/** The accounts of one run: those that turn out to be of no use, at all or for a spreadsheet, are left out. */
export interface RunAccounts {
  /**
   * Those to use, the preferred first; one at least.
   * @throws ProviderError that names every account that was tried
   */
  usableFor(use: FileAccess): Promise<readonly Account[]>
  /** Goes on without an account after a fault for which `isAccountError` holds, and says so; throws when no other is left. */
  exclude(account: Account, failed: { use: FileAccess; fault: ProviderError }): Promise<void>
}

interface Options {
  choose: () => Promise<AccountSelection>
  /** Tells a person that an account is not used, why, and what to do. */
  log(level: 'INFO' | 'WARNING', sentence: string): void
}

interface Exclusion {
  account: Account
  fault: ProviderError
  /** Whoever may not read a spreadsheet may not write it either; undefined for an account of no use anywhere. */
  use: FileAccess | undefined
}

/** What is wrong with the account itself. */
const faultsAnywhere: ReadonlySet<ProviderReason> = new Set([
  'unauthenticated',
  'revoked',
  'no_account',
  'scope_missing',
])
/** What an account may not do with one spreadsheet, and another one perhaps may. */
const faultsOfUse: ReadonlySet<ProviderReason> = new Set(['not_shared', 'not_found', 'protected'])

/** Another account may do what this one may not. */
export function isAccountError({ reason }: ProviderError): boolean {
  return faultsAnywhere.has(reason) || faultsOfUse.has(reason)
}

export function createRunAccounts({ choose, log }: Options): RunAccounts {
  let chosen: Promise<AccountSelection> | undefined
  const exclusions: Exclusion[] = []

  const exclusionOf = (account: Account, use: FileAccess) =>
    exclusions.find((exclusion) => exclusion.account === account && covers(exclusion, use))

  async function usableFor(use: FileAccess): Promise<readonly Account[]> {
    chosen ??= choose()
    const { accounts, spare } = await chosen
    const isUsable = (account: Account) => !exclusionOf(account, use)
    const usable = accounts.filter(isUsable)
    if (usable.length > 0) return usable
    if (spare && isUsable(spare)) return [spare]
    const tried = [...new Set([...accounts, ...(spare ? [spare] : [])])]
    throw explainRefusals(
      tried.flatMap((account) => exclusionOf(account, use) ?? []),
      use,
    )
  }

  return {
    usableFor,
    async exclude(account, { use, fault }) {
      // Requests go out side by side: several may find out at once.
      const isNews = !exclusionOf(account, use)
      const isAnywhere = faultsAnywhere.has(fault.reason)
      if (isNews) exclusions.push({ account, fault, use: isAnywhere ? undefined : use })
      const [next] = await usableFor(use)
      const sentence = `${fault.sentence} The next account is tried: ${next?.name}.`
      if (isNews) log(isAnywhere ? 'WARNING' : 'INFO', sentence)
    },
  }
}

function covers({ use: excluded }: Exclusion, use: FileAccess): boolean {
  if (!excluded) return true
  return excluded.spreadsheetId === use.spreadsheetId && (excluded.kind === 'read' || use.kind === 'write')
}
