/**
 * Whether an address may use the app. `allowed` holds addresses and `@domain`s in lower case; an empty list allows everyone,
 * which the settings permit for the embedded sign-in only.
 */
export function isAllowed(email: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true
  const address = email.toLowerCase()
  return allowed.includes(address) || allowed.includes(readDomain(address))
}

/** Whether something belongs to a person who may not use the app any more. The samples belong to nobody, who cannot leave. */
export function hasLeft(owner: string, allowed: readonly string[]): boolean {
  return owner.includes('@') && !isAllowed(owner, allowed)
}

/** The domain of an address, with the `@`. */
export function readDomain(address: string): string {
  return address.slice(address.lastIndexOf('@'))
}
