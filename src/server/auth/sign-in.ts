import * as openid from 'openid-client'
import { z } from 'zod'
import type { PendingSignIn } from '../http/visit.ts'

const SCOPE = 'openid email profile'
const TIMEOUT_SECONDS = 15
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Who the sign-in provider says has signed in. */
export interface Identity {
  /** In lower case. */
  email: string
  name: string
  isEmailVerified: boolean
}

export interface SignInProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** Further parameters of the authorization request. */
  parameters?: Readonly<Record<string, string>>
  /** How the provider is reached; the platform's own fetch when left out. */
  fetch?: openid.CustomFetch
}

export interface SignIn {
  /** Where to send the browser, and what to check its way back against. */
  begin(): Promise<{ url: URL; pending: Omit<PendingSignIn, 'returnTo'> }>
  /** Trades the code in the address that the browser came back to; throws when anything about it does not fit. */
  complete(cameBackTo: URL, pending: PendingSignIn): Promise<Identity>
}

interface Options {
  /** Asked at the first sign-in, when the port and so the issuer of an embedded provider is known. */
  provider: () => SignInProvider
  redirectUri: () => string
}

/** Sign-in by OpenID Connect's authorization code flow with PKCE, state and nonce. */
export function createSignIn({ provider, redirectUri }: Options): SignIn {
  let discovered: Promise<openid.Configuration> | undefined

  function configuration(): Promise<openid.Configuration> {
    discovered ??= discover(provider()).catch((error: unknown) => {
      discovered = undefined
      throw error
    })
    return discovered
  }

  return {
    async begin() {
      const pending = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        codeVerifier: openid.randomPKCECodeVerifier(),
      }
      const url = openid.buildAuthorizationUrl(await configuration(), {
        ...provider().parameters,
        redirect_uri: redirectUri(),
        scope: SCOPE,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(pending.codeVerifier),
        code_challenge_method: 'S256',
      })
      return { url, pending }
    },
    async complete(cameBackTo, pending) {
      const config = await configuration()
      const tokens = await openid.authorizationCodeGrant(config, cameBackTo, {
        pkceCodeVerifier: pending.codeVerifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
      })
      return identityFrom(config, tokens)
    },
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

const Claims = z.object({
  sub: z.string(),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.string()]).optional(),
  name: z.string().optional(),
})

/** Some providers put the address into the ID token, others tell it only where the access token is shown. */
async function identityFrom(
  config: openid.Configuration,
  tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers,
): Promise<Identity> {
  let claims = Claims.parse(tokens.claims())
  if (claims.email === undefined) {
    claims = Claims.parse(await openid.fetchUserInfo(config, tokens.access_token, claims.sub))
  }
  const { email, email_verified, name } = claims
  if (email === undefined) throw new Error('The sign-in provider did not tell an email address')
  const isEmailVerified = email_verified !== false && email_verified !== 'false'
  return { email: email.toLowerCase(), name: name ?? email, isEmailVerified }
}
