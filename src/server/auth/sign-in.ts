import * as openid from 'openid-client'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { discoverOnce, type SignInProvider } from './discover-provider.ts'
import { Claims, type Identity, identityOf } from './identity.ts'
import type { PendingSignIn } from './sessions.ts'
import { accountPrompt, type GrantedAccess, sheetsAccessRequest } from './sheets-access.ts'

const SCOPE = 'openid email profile'

/** A token is used at once; an older one was kept by someone. In minutes, because clocks differ. */
const MAX_TOKEN_AGE_MS = 10 * MINUTE_MS

interface SignedIn {
  identity: Identity
  /** Undefined unless the user was asked for access to spreadsheets. */
  access: GrantedAccess | undefined
}

export interface SignIn {
  /**
   * Returns where to send the browser, and what to check the callback against. The callback comes to `origin`. With
   * `connects`, the provider asks that user for access to their spreadsheets, and issues a new refresh token.
   */
  begin(options: {
    origin: string
    /** An address. */
    connects?: string
  }): Promise<{ url: URL; pending: Omit<PendingSignIn, 'returnTo'> }>
  /** Whether the provider can give access to spreadsheets. @throws when it does not respond */
  offersAccess(): Promise<boolean>
  /** Exchanges the code in the callback's address for the user's identity. @throws when any check fails. */
  complete(callbackUrl: URL, pending: PendingSignIn): Promise<SignedIn>
}

interface Options {
  /** Called at the first sign-in, when the port, and with it the embedded provider's issuer, is known. */
  provider: () => SignInProvider
}

/** Signs users in with OpenID Connect's authorization code flow, with PKCE, state and nonce. */
export function createSignIn({ provider }: Options): SignIn {
  const configuration = discoverOnce(provider)

  return {
    async offersAccess() {
      return sheetsAccessRequest((await configuration()).serverMetadata()) !== undefined
    },
    async begin({ origin, connects }) {
      const config = await configuration()
      const access = connects === undefined ? undefined : sheetsAccessRequest(config.serverMetadata())
      const pending = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        codeVerifier: openid.randomPKCECodeVerifier(),
        connects: connects !== undefined,
      }
      const url = openid.buildAuthorizationUrl(config, {
        ...accountPrompt(config.serverMetadata()),
        ...provider().parameters,
        ...access?.parameters,
        ...(connects !== undefined && { prompt: 'consent', login_hint: connects }),
        redirect_uri: `${origin}/auth/callback`,
        scope: [SCOPE, ...(access?.scopes ?? [])].join(' '),
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(pending.codeVerifier),
        code_challenge_method: 'S256',
      })
      return { url, pending }
    },
    async complete(callbackUrl, pending) {
      const config = await configuration()
      const tokens = await openid.authorizationCodeGrant(config, callbackUrl, {
        pkceCodeVerifier: pending.codeVerifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
      })
      return {
        identity: await identityFrom(config, tokens),
        access: pending.connects ? accessFrom(config, tokens) : undefined,
      }
    },
  }
}

/** Whether the provider itself said that the sign-in failed, such as when the person cancels it. */
export function isProviderError(error: unknown): boolean {
  return error instanceof openid.AuthorizationResponseError || error instanceof openid.ResponseBodyError
}

function accessFrom(config: openid.Configuration, tokens: openid.TokenEndpointResponse): GrantedAccess | undefined {
  const requested = sheetsAccessRequest(config.serverMetadata())
  // A provider that does not list the scopes has granted all that were requested (RFC 6749, 5.1).
  const scopes = tokens.scope?.split(' ') ?? [...(requested?.scopes ?? [])]
  return requested && { refreshToken: tokens.refresh_token, scopes }
}

/** Some providers include the address in the ID token, others only in the user info. */
async function identityFrom(
  config: openid.Configuration,
  tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers,
): Promise<Identity> {
  const idToken = tokens.claims()
  refuseForeignToken(config, idToken)
  let claims = Claims.parse(idToken)
  if (claims.email === undefined) {
    claims = Claims.parse(await openid.fetchUserInfo(config, tokens.access_token, claims.sub))
  }
  return identityOf(claims, config.serverMetadata().issuer)
}

/** Makes the checks that the library leaves open: it checks `azp` only for several audiences, and that `iat` exists. */
function refuseForeignToken(config: openid.Configuration, token: openid.IDToken | undefined): void {
  if (token?.azp !== undefined && token.azp !== config.clientMetadata().client_id) {
    throw new Error('The ID token was issued to another client (azp)')
  }
  const ageMs = Date.now() - Number(token?.iat) * SECOND_MS
  if (!(Math.abs(ageMs) <= MAX_TOKEN_AGE_MS)) throw new Error('The ID token was not issued just now (iat)')
}
