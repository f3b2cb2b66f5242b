import * as openid from 'openid-client'
import { z } from 'zod'
import type { ConnectedFiles } from '#contract/access.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { discoverOnce, type SignInProvider } from './discover-provider.ts'
import { Claims, type Identity, readIdentity } from './identity.ts'
import type { PendingSignIn } from './sessions.ts'
import { accountPrompt, type GrantedAccess, sheetsAccessRequest } from './sheets-access.ts'

const SCOPE = 'openid email profile'

/**
 * Maximum age of an ID token. Tokens are used at once, so somebody must have stored an older token. The limit allows for clocks
 * that differ by minutes.
 */
const MAX_TOKEN_AGE_MS = 10 * MINUTE_MS

interface SignedIn {
  identity: Identity
  /** Undefined unless the user was asked for access to spreadsheets. */
  access: GrantedAccess | undefined
  /** The person's groups, as the provider names them in `groupsClaim`. */
  groups: readonly string[]
}

/** Parses groups. Some providers send a single group as text. */
const Groups = z.union([z.array(z.string()), z.string().transform((group) => [group])]).catch([])

/** A signed-in person who connects their spreadsheets. */
export interface ConnectRequest {
  /** Email address of the person. */
  readonly email: string
  readonly files: ConnectedFiles
}

export interface SignIn {
  /**
   * Returns the URL for the browser, and the expected values of the callback at `origin`. With `connects`, the provider asks
   * the user for access to spreadsheets, and issues a new refresh token.
   */
  begin(options: {
    origin: string
    connects?: ConnectRequest
  }): Promise<{ url: URL; pending: Omit<PendingSignIn, 'returnTo'> }>
  /** Whether the provider can give access to spreadsheets. @throws when it does not respond */
  offersAccess(files: ConnectedFiles): Promise<boolean>
  /** Exchanges the code in the callback's address for the user's identity. @throws when any check fails. */
  complete(callbackUrl: URL, pending: PendingSignIn): Promise<SignedIn>
}

interface Options {
  /** Called at the first sign-in. The port, a part of the embedded provider's issuer, is known by then. */
  provider: () => SignInProvider
  /** Claim with a person's groups; undefined if groups are not used. */
  groupsClaim?: string | undefined
}

/** Signs users in with OpenID Connect's authorization code flow, with PKCE, state and nonce. */
export function createSignIn({ provider, groupsClaim }: Options): SignIn {
  const configuration = discoverOnce(provider)

  return {
    async offersAccess(files) {
      return sheetsAccessRequest((await configuration()).serverMetadata(), files) !== undefined
    },
    async begin({ origin, connects }) {
      const config = await configuration()
      const access = connects && sheetsAccessRequest(config.serverMetadata(), connects.files)
      const pending = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        codeVerifier: openid.randomPKCECodeVerifier(),
        connects: connects !== undefined,
        ...(connects && { files: connects.files }),
      }
      const url = openid.buildAuthorizationUrl(config, {
        ...accountPrompt(config.serverMetadata()),
        ...provider().parameters,
        ...access?.parameters,
        ...(connects !== undefined && { prompt: 'consent', login_hint: connects.email }),
        redirect_uri: `${origin}/auth/callback`,
        scope: [SCOPE, ...groupsScope(config, groupsClaim), ...(access?.scopes ?? [])].join(' '),
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
        ...(await personFrom(config, { tokens, groupsClaim })),
        access: pending.connects ? accessFrom(config, { tokens, files: pending.files ?? 'all' }) : undefined,
      }
    },
  }
}

/** Whether the provider itself reported a failed sign-in, for example a cancelled one. */
export function isProviderError(error: unknown): boolean {
  return error instanceof openid.AuthorizationResponseError || error instanceof openid.ResponseBodyError
}

interface Granted {
  tokens: openid.TokenEndpointResponse
  /** Requested files. */
  files: ConnectedFiles
}

function accessFrom(config: openid.Configuration, { tokens, files }: Granted): GrantedAccess | undefined {
  const requested = sheetsAccessRequest(config.serverMetadata(), files)
  // A provider without a list of scopes has granted all requested scopes (RFC 6749, 5.1).
  const scopes = tokens.scope?.split(' ') ?? [...(requested?.scopes ?? [])]
  return requested && { refreshToken: tokens.refresh_token, scopes }
}

/** Returns the scope for groups. Providers with a scope of the claim's name only send the claim on request. */
function groupsScope(config: openid.Configuration, groupsClaim: string | undefined): string[] {
  const isScope = groupsClaim !== undefined && config.serverMetadata().scopes_supported?.includes(groupsClaim)
  return isScope ? [groupsClaim] : []
}

interface Answer {
  tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers
  groupsClaim: string | undefined
}

/** Reads the address and groups of a person. Some providers send them in the ID token, some only in the user info. */
async function personFrom(
  config: openid.Configuration,
  { tokens, groupsClaim }: Answer,
): Promise<Pick<SignedIn, 'identity' | 'groups'>> {
  const idToken = tokens.claims()
  refuseForeignToken(config, idToken)
  const claims = Claims.parse(idToken)
  const { issuer, userinfo_endpoint } = config.serverMetadata()
  const lacksGroups = groupsClaim !== undefined && idToken?.[groupsClaim] === undefined
  const needsUserInfo = claims.email === undefined || (lacksGroups && userinfo_endpoint !== undefined)
  const userInfo = needsUserInfo ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub) : undefined
  const groups = groupsClaim === undefined ? [] : (idToken?.[groupsClaim] ?? userInfo?.[groupsClaim])
  return {
    identity: readIdentity(claims.email === undefined ? Claims.parse(userInfo) : claims, issuer),
    groups: Groups.parse(groups),
  }
}

/** Makes checks the library omits. The library only checks `azp` for several audiences, and `iat` only for presence. */
function refuseForeignToken(config: openid.Configuration, token: openid.IDToken | undefined): void {
  if (token?.azp !== undefined && token.azp !== config.clientMetadata().client_id) {
    throw new Error('The ID token was issued to another client (azp)')
  }
  const ageMs = Date.now() - Number(token?.iat) * SECOND_MS
  if (!(Math.abs(ageMs) <= MAX_TOKEN_AGE_MS)) throw new Error('The ID token was not issued just now (iat)')
}
