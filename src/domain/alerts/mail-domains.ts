/** Whether email may go to an address: its domain is among the allowed domains, or none are named. */
export function isMailAllowed(address: string, domains: readonly string[]): boolean {
  return domains.length === 0 || domains.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase())
}
