import type { Identity } from './identity.ts'

/**
 * Whether an address may use the app. `allowed` holds addresses and `@domain`s in lower case; an empty list allows everyone,
 * which the settings permit for the embedded sign-in only.
 */
export function isAllowed(email: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true
  const address = email.toLowerCase()
  return allowed.includes(address) || allowed.includes(domainOf(address))
}

/** Whether something belongs to a person who may not use the app any more. The samples belong to nobody, who cannot leave. */
export function hasLeft(owner: string, allowed: readonly string[]): boolean {
  return owner.includes('@') && !isAllowed(owner, allowed)
}

/** Whether someone may sign in. A list of allowed addresses means nothing unless the provider vouches for the address. */
export function maySignIn({ email, isEmailVerified, domain }: Identity, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return isEmailVerified !== false
  if (isEmailVerified !== true || !isAllowed(email, allowed)) return false
  return allowed.includes(email) || domain === domainOf(email)
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@'))
}
