import type { Config } from '#server/config.ts'
import type { SignInProvider } from './discover-provider.ts'
import type { EmbeddedKeys } from './embedded-keys.ts'
import { EMBEDDED_CLIENT_ID, EMBEDDED_PATH } from './embedded-provider.ts'

interface Options {
  signIn: Config['signIn']
  /** Given with the embedded sign-in only. */
  keys: EmbeddedKeys | undefined
  /** What visitors see, and where this process listens; the two differ behind a proxy. */
  publicUrl: string
  localUrl: string
}

/** Which provider signs people in, and how this process reaches it. */
export function signInProvider({ signIn, keys, publicUrl, localUrl }: Options): SignInProvider {
  if (signIn.provider === 'external') return signIn
  return {
    issuer: publicUrl + EMBEDDED_PATH,
    clientId: EMBEDDED_CLIENT_ID,
    clientSecret: keys?.clientSecret ?? '',
    // Otherwise the provider's own cookie would sign the same person in again right after a sign-out.
    parameters: { prompt: 'login' },
    fetch: (url, options) => fetch(url.replace(publicUrl, localUrl), options as RequestInit),
  }
}
