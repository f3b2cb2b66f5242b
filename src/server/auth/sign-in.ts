import * as openid from 'openid-client'
import { z } from 'zod'
import type { PendingSignIn } from '#server/http/request-session.ts'
import { discoverOnce, type SignInProvider } from './discover-provider.ts'
import { sheetsAccessOf } from './sheets-access.ts'

const SCOPE = 'openid email profile'

/** Who the sign-in provider says has signed in. */
export interface Identity {
  /** In lower case. */
  email: string
  name: string
  /** Undefined when the provider does not say. */
  isEmailVerified: boolean | undefined
}

/** What a person let this app do with their spreadsheets. */
export interface GrantedAccess {
  /** Undefined where the provider gave one before and expects it to be kept. */
  refreshToken: string | undefined
  scopes: string[]
}

interface SignedIn {
  identity: Identity
  /** Undefined with a provider that gives no access to spreadsheets. */
  access: GrantedAccess | undefined
}

export interface SignIn {
  /**
   * Where to send the browser, and what to check its way back against. A provider asked for `consentOf` an address lets
   * that person allow again what was allowed before, and gives a new refresh token.
   */
  begin(options?: { consentOf?: string }): Promise<{ url: URL; pending: Omit<PendingSignIn, 'returnTo'> }>
  /** Trades the code in the address that the browser came back to; throws when anything about it does not fit. */
  complete(cameBackTo: URL, pending: PendingSignIn): Promise<SignedIn>
}

interface Options {
  /** Asked at the first sign-in, when the port and so the issuer of an embedded provider is known. */
  provider: () => SignInProvider
  redirectUri: () => string
}

/** Sign-in by OpenID Connect's authorization code flow with PKCE, state and nonce. */
export function createSignIn({ provider, redirectUri }: Options): SignIn {
  const configuration = discoverOnce(provider)

  return {
    async begin({ consentOf } = {}) {
      const config = await configuration()
      const access = sheetsAccessOf(config.serverMetadata())
      const pending = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        codeVerifier: openid.randomPKCECodeVerifier(),
        isConsentAsked: consentOf !== undefined,
      }
      const url = openid.buildAuthorizationUrl(config, {
        ...provider().parameters,
        ...access?.parameters,
        ...(consentOf !== undefined && { prompt: 'consent', login_hint: consentOf }),
        redirect_uri: redirectUri(),
        scope: [SCOPE, ...(access?.scopes ?? [])].join(' '),
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
      return { identity: await identityFrom(config, tokens), access: accessFrom(config, tokens) }
    },
  }
}

function accessFrom(config: openid.Configuration, tokens: openid.TokenEndpointResponse): GrantedAccess | undefined {
  const asked = sheetsAccessOf(config.serverMetadata())
  // A provider that says nothing of scopes has granted those that were asked for.
  const scopes = tokens.scope?.split(' ') ?? [...(asked?.scopes ?? [])]
  return asked && { refreshToken: tokens.refresh_token, scopes }
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
  const isEmailVerified = email_verified === undefined ? undefined : String(email_verified) === 'true'
  return { email: email.toLowerCase(), name: name ?? email, isEmailVerified }
}
