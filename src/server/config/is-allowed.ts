/**
 * Whether an address may use the app. `allowed` has addresses and `@domain`s in lower case. An empty list allows everyone,
 * which the settings only permit for the embedded sign-in.
 */
export function isAllowed(email: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true
  const address = email.toLowerCase()
  return allowed.includes(address) || allowed.includes(readDomain(address))
}

/** Whether an owner is a person who may no longer use the app. The owner of the samples is not a person and cannot leave. */
export function hasLeft(owner: string, allowed: readonly string[]): boolean {
  return owner.includes('@') && !isAllowed(owner, allowed)
}

/** Returns the domain of an address, with the `@`. */
export function readDomain(address: string): string {
  return address.slice(address.lastIndexOf('@'))
}
