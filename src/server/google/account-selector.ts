import type { AccountKind, AccountPreference } from '#domain/tasks/lent-access.ts'
import { ProviderError, requestError } from '#engine/provider-error.ts'
import { type Account, builtInAccount, isGoogle } from './account.ts'
import type { UserAccountCache } from './user-account-cache.ts'

export interface AccountSelection {
  /** Accounts in order of preference. Requests are spread over all of them. */
  accounts: readonly Account[]
  /** Used when all other accounts are excluded. */
  fallback?: Account | undefined
}

/** `account` is absent if no account the task may use can ask Drive. */
export interface DriveAccount {
  readonly account?: Account
  /** The account's name, or else the name of the task's first account; empty if the task has no account. */
  readonly name: string
}

interface AccountSelector {
  /** @throws ProviderError no_account */
  select(preference: AccountPreference): Promise<AccountSelection>
  /** The kind of the selected account; null if the task lists accounts, or if there is no account of either kind. */
  findAccountKind(preference: AccountPreference): Promise<AccountKind | null>
  selectDriveAccount(preference: AccountPreference): Promise<DriveAccount>
}

interface Options {
  sheetsUrl: string
  /** The account every task may use. */
  sharedAccount?: Account | undefined
  /** Absent when signing in grants no access to spreadsheets. */
  userAccounts?: UserAccountCache | undefined
}

/**
 * Every task may use the shared account. A user's account serves the tasks the user owns, and tasks that list it if the user
 * lends it to them. A provider other than Google gets requests without credentials unless there are credentials.
 */
export function createAccountSelector({ sheetsUrl, sharedAccount, userAccounts }: Options): AccountSelector {
  const anonymous = sharedAccount || isGoogle(sheetsUrl) ? undefined : builtInAccount
  const accountsOfPeople = async () => (anonymous && !(await userAccounts?.hasAny()) ? undefined : userAccounts)
  const goesOnWithOwner = ({ accountKind }: AccountPreference) => !sharedAccount || accountKind === 'owner'
  async function select(preference: AccountPreference): Promise<AccountSelection> {
    const { accounts: listed, owner } = preference
    const people = await accountsOfPeople()
    if (!people) {
      const account = sharedAccount ?? anonymous
      if (account) return { accounts: [account] }
      throw requestError({ reason: 'no_account', about: {} })
    }
    if (listed.length === 0) {
      const isShared = sharedAccount && !goesOnWithOwner(preference)
      return { accounts: [isShared ? sharedAccount : people.get(owner, { owner })] }
    }
    const findAccount = (email: string) =>
      email === sharedAccount?.name ? sharedAccount : people.get(email, { owner })
    return { accounts: [...new Set(listed)].map(findAccount), fallback: sharedAccount }
  }

  return {
    async findAccountKind(preference) {
      if (preference.accounts.length > 0) return null
      if (!(await accountsOfPeople())) return sharedAccount ? 'shared' : null
      return goesOnWithOwner(preference) ? 'owner' : 'shared'
    },
    select,
    async selectDriveAccount(preference) {
      const { accounts, fallback } = await select(preference).catch((error) => {
        if (error instanceof ProviderError) return { accounts: [], fallback: undefined }
        throw error
      })
      const candidates = [...accounts, ...(fallback ? [fallback] : [])]
      const account = candidates.find(({ authorizeDrive }) => authorizeDrive)
      return account ? { account, name: account.name } : { name: candidates[0]?.name ?? '' }
    },
  }
}
