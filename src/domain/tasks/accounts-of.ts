import { splitList } from '#contract/split-list.ts'

/** The addresses of the accounts that a task asks for, in lower case and in order of preference. */
export function accountsOf({ relevantUserAccounts }: { relevantUserAccounts: string }): string[] {
  return splitList(relevantUserAccounts.toLowerCase())
}
