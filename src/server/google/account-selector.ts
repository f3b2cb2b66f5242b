import type { Account } from './account.ts'
import { explainFailure } from './explain-failure.ts'
import { serviceAccount } from './service-account.ts'
import type { UserAccountCache } from './user-account-cache.ts'

/** Whose credentials the requests of a task may use; addresses are in lower case. */
export interface AccountPreference {
  /** The preferred first; empty for the service account, else the person who made the task. */
  accounts: readonly string[]
  createdBy: string
}

export interface AccountSelection {
  /** The requests are spread over these, the preferred first. */
  accounts: readonly Account[]
  /** Used when none of those can be. */
  spare?: Account | undefined
}

interface Accounts {
  /** @throws ProviderError no_account */
  choose(wanted: AccountPreference): Promise<AccountSelection>
}

interface AccountsConfig {
  sheetsUrl: string
  serviceAccountKeyFile?: string
  /** The people who sign in; left out where the sign-in gives no credentials. */
  users?: UserAccountCache | undefined
}

/**
 * The service account may be used by every task, a person's by the tasks that list it or that the person made. A
 * provider that is not Google's is asked without credentials, unless there are some.
 */
export function createAccountSelector({ sheetsUrl, serviceAccountKeyFile, users }: AccountsConfig): Accounts {
  const service = serviceAccountKeyFile === undefined ? undefined : serviceAccount(serviceAccountKeyFile)
  const withoutCredentials = service || isGoogles(sheetsUrl) ? undefined : builtInAccount
  return {
    async choose({ accounts: listed, createdBy }) {
      if (!users || (withoutCredentials && !(await users.hasAny()))) {
        const account = service ?? withoutCredentials
        if (account) return { accounts: [account] }
        throw explainFailure({ reason: 'no_account', about: {} })
      }
      if (listed.length === 0) return { accounts: [service ?? users.get(createdBy)] }
      const get = (address: string) => (address === service?.name ? service : users.get(address))
      return { accounts: [...new Set(listed)].map(get), spare: service }
    },
  }
}

const builtInAccount: Account = { name: 'the built-in account', project: 'embedded', authorize: async () => ({}) }

function isGoogles(url: string): boolean {
  return /(^|\.)googleapis\.com$/.test(new URL(url).hostname)
}
