import { z } from 'zod'
import { GOOGLE_ISSUER } from '#server/config/config.ts'

export const MAX_NAME_LENGTH = 200
/**
 * Pattern of an address in ASCII. In other scripts, similar letters or letters with the same lower case would pass for another
 * address.
 */
const ADDRESS = /^[\x21-\x3f\x41-\x7e]+@[a-z\d.-]+$/i
const MAX_ADDRESS_LENGTH = 254
/** Maximum length in OpenID Connect. */
const MAX_SUBJECT_LENGTH = 255

/** User as described by the sign-in provider. */
export interface Identity {
  /** Identifier of the user. Unlike the address, it is never reassigned. */
  subject: string
  /** In lower case. */
  email: string
  name: string
  /** Undefined if the provider does not tell. */
  isEmailVerified: boolean | undefined
  /** Domain whose owner vouches for the address, such as `@example.com`; undefined for a personal Google account. */
  domain: string | undefined
}

export const Claims = z.object({
  sub: z.string().min(1).max(MAX_SUBJECT_LENGTH),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.string()]).optional(),
  name: z.string().optional(),
  /** The Google Workspace domain of the account. */
  hd: z.string().optional(),
})

/**
 * Reads a user's identity from claims. Anyone can create a personal Google account with a company's address and keep it after
 * leaving. For Google, therefore, only `hd` proves the domain:
 * https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload
 *
 * @throws when the claims have no address, or an address outside ASCII
 */
export function readIdentity(claims: z.infer<typeof Claims>, issuer: string): Identity {
  const { sub, email, email_verified, name, hd } = claims
  if (email === undefined) throw new Error('The sign-in provider did not send an email address')
  if (email.length > MAX_ADDRESS_LENGTH || !ADDRESS.test(email)) {
    throw new Error('The sign-in provider sent something that is not an email address in ASCII')
  }
  const address = email.toLowerCase()
  const domain = issuer === GOOGLE_ISSUER ? hd?.toLowerCase() : address.slice(address.lastIndexOf('@') + 1)
  return {
    subject: sub,
    email: address,
    name: shownName(name ?? '') || address,
    isEmailVerified: email_verified === undefined ? undefined : String(email_verified) === 'true',
    domain: domain === undefined ? undefined : `@${domain}`,
  }
}

/** Removes characters of a name that cannot be shown or stored. */
function shownName(name: string): string {
  return name
    .slice(0, MAX_NAME_LENGTH)
    .replaceAll(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .trim()
}
