import { isAllowed, readDomain } from '#server/config/is-allowed.ts'
import type { Identity } from './identity.ts'

/** Whether someone may sign in. A list of allowed addresses is useless unless the provider vouches for the address. */
export function maySignIn({ email, isEmailVerified, domain }: Identity, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return isEmailVerified !== false
  if (isEmailVerified !== true || !isAllowed(email, allowed)) return false
  return allowed.includes(email) || domain === readDomain(email)
}
