import { type Account, builtInAccount, isGoogle } from './account.ts'
import { requestError } from './provider-error.ts'
import type { UserAccountCache } from './user-account-cache.ts'

/** The accounts that a task asks for; email addresses are in lower case. */
export interface AccountPreference {
  /** In order of preference. If empty: the shared account, or the account of the task's owner. */
  accounts: readonly string[]
  owner: string
}

export interface AccountSelection {
  /** In order of preference. Requests are spread over them. */
  accounts: readonly Account[]
  /** Used when all others are excluded. */
  fallback?: Account | undefined
}

interface AccountSelector {
  /** @throws ProviderError no_account */
  select(preference: AccountPreference): Promise<AccountSelection>
}

interface Options {
  sheetsUrl: string
  /** The account that every task may use. */
  sharedAccount?: Account | undefined
  /** Absent when signing in grants no access to spreadsheets. */
  userAccounts?: UserAccountCache | undefined
}

/**
 * Every task may use the shared account. A user's account serves the tasks that list it, as far as the user lends it,
 * and those that the user owns. A provider other than Google gets requests without credentials, unless there are some.
 */
export function createAccountSelector({ sheetsUrl, sharedAccount, userAccounts }: Options): AccountSelector {
  const anonymous = sharedAccount || isGoogle(sheetsUrl) ? undefined : builtInAccount
  return {
    async select({ accounts: listed, owner }) {
      if (!userAccounts || (anonymous && !(await userAccounts.hasAny()))) {
        const account = sharedAccount ?? anonymous
        if (account) return { accounts: [account] }
        throw requestError({ reason: 'no_account', about: {} })
      }
      if (listed.length === 0) return { accounts: [sharedAccount ?? userAccounts.get(owner, { owner })] }
      const accountOf = (email: string) =>
        email === sharedAccount?.name ? sharedAccount : userAccounts.get(email, { owner })
      return { accounts: [...new Set(listed)].map(accountOf), fallback: sharedAccount }
    },
  }
}
