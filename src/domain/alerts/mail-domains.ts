/** Whether email may go to an address: its domain is allowed, or no domains are named. */
export function isMailAllowed(address: string, domains: readonly string[]): boolean {
  return domains.length === 0 || domains.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase())
}
