import * as openid from 'openid-client'

const TIMEOUT_SECONDS = 15
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

export interface SignInProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** Further parameters of the authorization request. */
  parameters?: Readonly<Record<string, string>>
  /** How the provider is reached; the platform's own fetch when left out. */
  fetch?: openid.CustomFetch
}

/** Asks a sign-in provider what it is able to do and where, once it is needed; a failed try is repeated by the next call. */
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
