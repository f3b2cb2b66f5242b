import { splitAddresses } from '#contract/address-list.ts'

/** The addresses of the accounts a task asks for, in lower case and in order of preference. */
export function parseAccounts({ relevantUserAccounts }: { relevantUserAccounts: string }): string[] {
  return splitAddresses(relevantUserAccounts.toLowerCase())
}

/** Replaces an address in a task's list of accounts, whatever its case. */
export function replaceAccount(list: string, { from, to }: { from: string; to: string }): string {
  return splitAddresses(list)
    .map((account) => (account.toLowerCase() === from ? to : account))
    .join(', ')
}
