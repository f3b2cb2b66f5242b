import type { Config } from '#server/config/config.ts'
import type { SignInProvider } from './discover-provider.ts'
import type { EmbeddedKeys } from './embedded-keys.ts'
import { EMBEDDED_CLIENT_ID, EMBEDDED_PATH } from './embedded-provider.ts'

/** Issuer stored for embedded sign-ins. It is not a URL, because the port may change. */
const EMBEDDED_ISSUER = 'embedded'

interface Options {
  signIn: Config['signIn']
  /** Set for the embedded sign-in only. */
  keys: EmbeddedKeys | undefined
  /** Public address of the app. Behind a proxy it differs from `localUrl`, the address of this process. */
  publicUrl: string
  localUrl: string
}

/** Returns the sign-in provider, and how this process reaches it. */
export function signInProvider({ signIn, keys, publicUrl, localUrl }: Options): SignInProvider {
  if (signIn.provider === 'external') return signIn
  return {
    issuer: publicUrl + EMBEDDED_PATH,
    clientId: EMBEDDED_CLIENT_ID,
    clientSecret: keys?.clientSecret ?? '',
    // Always ask for an address. Otherwise, the provider's own cookie would sign the same user in again after a sign-out.
    parameters: { prompt: 'login' },
    fetch: (url, options) => fetch(url.replace(publicUrl, localUrl), options as RequestInit),
  }
}

/** Returns the issuer stored with users. */
export function findIssuer(signIn: Config['signIn']): string {
  return signIn.provider === 'external' ? signIn.issuer : EMBEDDED_ISSUER
}
