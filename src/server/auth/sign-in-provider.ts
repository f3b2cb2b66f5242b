import type { Config } from '#server/config/config.ts'
import type { SignInProvider } from './discover-provider.ts'
import type { EmbeddedKeys } from './embedded-keys.ts'
import { EMBEDDED_CLIENT_ID, EMBEDDED_PATH } from './embedded-provider.ts'

/** Not its URL, because the port may change. */
const EMBEDDED_ISSUER = 'embedded'

interface Options {
  signIn: Config['signIn']
  /** Set for the embedded sign-in only. */
  keys: EmbeddedKeys | undefined
  /** Public address, and address of this process; they differ behind a proxy. */
  publicUrl: string
  localUrl: string
}

/** The sign-in provider, and how this process reaches it. */
export function signInProvider({ signIn, keys, publicUrl, localUrl }: Options): SignInProvider {
  if (signIn.provider === 'external') return signIn
  return {
    issuer: publicUrl + EMBEDDED_PATH,
    clientId: EMBEDDED_CLIENT_ID,
    clientSecret: keys?.clientSecret ?? '',
    // Without it, the provider's own cookie would sign the same user in again right after a sign-out.
    parameters: { prompt: 'login' },
    fetch: (url, options) => fetch(url.replace(publicUrl, localUrl), options as RequestInit),
  }
}

/** The issuer of the users. */
export function findIssuer(signIn: Config['signIn']): string {
  return signIn.provider === 'external' ? signIn.issuer : EMBEDDED_ISSUER
}
