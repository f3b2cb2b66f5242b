import type { Account } from './account.ts'
import type { AccountChoice } from './accounts.ts'
import type { ProviderError } from './provider-error.ts'

/** The accounts of one run: those that turn out to be of no use are left out. */
export interface RunAccounts {
  /**
   * Those to use, the preferred first; one at least.
   * @throws ProviderError
   */
  usable(): Promise<readonly Account[]>
  /** Goes on without an account, and says so; throws the fault when no other is left. */
  leaveOut(account: Account, fault: ProviderError): Promise<void>
}

interface Options {
  choose: () => Promise<AccountChoice>
  /** Tells a person that an account is not used, why, and what to do. */
  warn(sentence: string): void
}

export function openRunAccounts({ choose, warn }: Options): RunAccounts {
  let chosen: Promise<AccountChoice> | undefined
  const faults = new Map<Account, ProviderError>()

  async function left(): Promise<readonly Account[]> {
    chosen ??= choose()
    const { accounts, spare } = await chosen
    const isGood = (account: Account) => !faults.has(account)
    const good = accounts.filter(isGood)
    return good.length > 0 || !spare ? good : [spare].filter(isGood)
  }

  return {
    async usable() {
      const accounts = await left()
      const fault = [...faults.values()].at(-1)
      if (accounts.length === 0 && fault) throw fault
      return accounts
    },
    async leaveOut(account, fault) {
      // Requests go out side by side: several may find out at once.
      const isNews = !faults.has(account)
      faults.set(account, fault)
      const [next] = await left()
      if (!next) throw fault
      if (isNews) warn(`${fault.sentence} The next account is tried: ${next.name}.`)
    },
  }
}
