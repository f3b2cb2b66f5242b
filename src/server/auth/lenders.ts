import type { Lending } from '#contract/access.ts'
import type { LendingOf } from '#domain/tasks/lent-access.ts'
import { isAllowed } from '#server/config/is-allowed.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { users } from '#server/storage/schema.ts'

/** Finds who lends access to spreadsheets, and to whom. */
export interface Lenders {
  /** Reads how the people with these addresses lend their access. Addresses are in lower case. */
  lendingAmong(orm: Orm, addresses: readonly string[]): Promise<LendingOf>
}

interface Options {
  /** The account every task may use. */
  sharedAddress: () => string | undefined
  allowedEmails: readonly string[]
}

export function createLenders({ sharedAddress, allowedEmails }: Options): Lenders {
  return {
    async lendingAmong(orm, addresses) {
      const { email, lending } = users
      const rows =
        addresses.length === 0 ? [] : await orm.select({ email, lending }).from(users).where(isInList(email, addresses))
      const allowed = rows.filter((row) => isAllowed(row.email, allowedEmails))
      const byAddress = new Map<string, Lending>(allowed.map((row) => [row.email, row.lending]))
      return (address) => (address === sharedAddress()?.toLowerCase() ? 'everyone' : byAddress.get(address))
    },
  }
}

/** Lenders if tasks do not use people's access. The list of accounts has no effect then, so it may contain any address. */
export const noLenders: Lenders = { lendingAmong: async () => () => 'everyone' }
