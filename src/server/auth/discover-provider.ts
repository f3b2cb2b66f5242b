import * as openid from 'openid-client'

const TIMEOUT_SECONDS = 15
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

export interface SignInProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** Additional parameters of the authorization request. */
  parameters?: Readonly<Record<string, string>>
  /** Defaults to the platform's fetch. */
  fetch?: openid.CustomFetch
}

/** Reads a sign-in provider's metadata at the first call and caches it. After a failure, the next call tries again. */
export function discoverOnce(provider: () => SignInProvider): () => Promise<openid.Configuration> {
  let discovered: Promise<openid.Configuration> | undefined
  return () => {
    discovered ??= discover(provider()).catch((error: unknown) => {
      discovered = undefined
      throw error
    })
    return discovered
  }
}

async function discover({ issuer, clientId, clientSecret, fetch }: SignInProvider): Promise<openid.Configuration> {
  const server = new URL(issuer)
  const isLocal = server.protocol === 'http:' && (LOOPBACK.has(server.hostname) || fetch !== undefined)
  return openid.discovery(server, clientId, undefined, openid.ClientSecretPost(clientSecret), {
    timeout: TIMEOUT_SECONDS,
    execute: [openid.enableNonRepudiationChecks, ...(isLocal ? [openid.allowInsecureRequests] : [])],
    ...(fetch && { [openid.customFetch]: fetch }),
  })
}
