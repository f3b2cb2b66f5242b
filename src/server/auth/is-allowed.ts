/**
 * Whether an address may sign in. `allowed` holds addresses and `@domain`s in lower case; an empty list allows everyone,
 * which the settings permit for the embedded sign-in and for issuers that are not public.
 */
export function isAllowed(email: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true
  const address = email.toLowerCase()
  const domain = address.slice(address.lastIndexOf('@'))
  return allowed.includes(address) || allowed.includes(domain)
}
