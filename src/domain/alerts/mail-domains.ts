/** Whether email may go to an address. Without named domains, every address is allowed. */
export function isMailAllowed(address: string, domains: readonly string[]): boolean {
  return domains.length === 0 || domains.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase())
}
