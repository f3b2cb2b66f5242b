import { generateKeyPairSync, hkdfSync } from 'node:crypto'
import type { Adapter, OidcContext, Provider } from 'oidc-provider/lib/provider.js'
import { DEFAULT_TOKEN_DAYS, TOKEN_PREFIX, TokenScope } from '#contract/api-token.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#domain/time.ts'

export const OAUTH_PATH = '/oauth'
export const CONSENT_PATH = `${OAUTH_PATH}/consent`
const KEY_BYTES = 32
const SHORT_SECONDS = 600
/** Scopes of each sign-in: all of them, because the person chooses among them. */
export const ASKED_SCOPES = TokenScope.options.join(' ')

/** Fields a client may set. */
const CLIENT_FIELDS: ReadonlySet<string> = new Set(['client_id', 'client_id_issued_at', 'client_name', 'redirect_uris'])
/**
 * Traits of every client, regardless of its registration. Native clients receive codes over https, on loopback or at their own
 * scheme.
 */
const CLIENT_TRAITS = {
  application_type: 'native',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  id_token_signed_response_alg: 'ES256',
}

interface Options {
  /** Main origin, also the issuer's. */
  main: string
  /** Resources for which access tokens are valid. */
  resources: readonly string[]
  adapter: (kind: string) => Adapter
  sessionSecrets: readonly string[]
  /** The HTML of the page shown when a sign-in cannot continue. */
  errorPage: string
  onError: (err: Error) => void
}

/**
 * Creates the OAuth server for assistants. Assistants register themselves, and people sign in and choose a scope. The server
 * has no users of its own: the consent page passes it the user who signed in to Nano Sync.
 */
export async function createOauthProvider({
  main,
  resources,
  adapter,
  sessionSecrets,
  errorPage,
  onError,
}: Options): Promise<Provider> {
  const { Provider } = await import('oidc-provider/lib/provider.js')
  const { InvalidTarget } = await import('oidc-provider/lib/helpers/errors.js')
  const provider = new Provider(main + OAUTH_PATH, {
    adapter,
    // This key signs nothing, because no client gets an ID token.
    jwks: { keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })] },
    cookies: { keys: sessionSecrets.map(cookieKey), names: cookieNames },
    scopes: TokenScope.options,
    pkce: { required: () => true },
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: CLIENT_TRAITS,
    // The validator runs once per property, and may change all of them.
    extraClientMetadata: {
      properties: ['software_id'],
      validator: (_context: OidcContext, _key: string, _value: unknown, metadata: Record<string, unknown>) =>
        keepClientFields(metadata),
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resources[0],
        useGrantedResource: () => true,
        getResourceServerInfo(_context: OidcContext, resource: string) {
          if (!resources.includes(resource)) throw new InvalidTarget()
          return { scope: ASKED_SCOPES, audience: resource, accessTokenFormat: 'opaque', accessTokenTTL: HOUR_SECONDS }
        },
      },
    },
    interactions: { url: (_context: OidcContext, { uid }: { uid: string }) => `${CONSENT_PATH}/${uid}` },
    // Ask for consent at each sign-in of an assistant. An earlier consent belongs to a separate grant.
    loadExistingGrant: ({ oidc }: OidcContext) =>
      oidc.result?.consent ? oidc.provider.Grant.find(oidc.result.consent.grantId) : undefined,
    findAccount: (_context: OidcContext, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
    issueRefreshToken: () => true,
    expiresWithSession: () => false,
    rotateRefreshToken: true,
    ttl: {
      AccessToken: HOUR_SECONDS,
      AuthorizationCode: SHORT_SECONDS,
      IdToken: SHORT_SECONDS,
      Interaction: HOUR_SECONDS,
      Session: SHORT_SECONDS,
      Grant: DEFAULT_TOKEN_DAYS * DAY_SECONDS,
      RefreshToken: DEFAULT_TOKEN_DAYS * DAY_SECONDS,
    },
    clientBasedCORS: () => false,
    renderError(context: OidcContext) {
      context.type = 'html'
      context.body = errorPage
    },
  })
  // Add the prefix of API tokens, so scanners recognize leaked access tokens.
  const { generateTokenId } = provider.AccessToken.prototype
  provider.AccessToken.prototype.generateTokenId = function () {
    return TOKEN_PREFIX + generateTokenId.call(this)
  }
  provider.proxy = true
  provider.on('server_error', (_context, err) => onError(err))
  return provider
}

/** Grants an account the use of a resource within a scope. Other requested scopes are refused for good. */
export async function saveGrant(
  provider: Provider,
  {
    id: jti,
    clientId,
    accountId,
    resource,
    scope,
  }: { id: string; clientId: string; accountId: string; resource: string; scope: TokenScope },
): Promise<void> {
  const grant = new provider.Grant({ jti, clientId, accountId })
  const allowed = TokenScope.options.slice(0, TokenScope.options.indexOf(scope) + 1)
  grant.addResourceScope(resource, allowed.join(' '))
  // Clients register the resource's scopes, so the library treats them as scopes of the server, too. There they allow nothing.
  grant.addOIDCScope(ASKED_SCOPES)
  const refused = TokenScope.options.filter((option) => !allowed.includes(option))
  if (refused.length > 0) grant.rejectResourceScope(resource, refused.join(' '))
  await grant.save()
}

function keepClientFields(metadata: Record<string, unknown>): void {
  for (const field of Object.keys(metadata)) if (!CLIENT_FIELDS.has(field)) delete metadata[field]
  Object.assign(metadata, CLIENT_TRAITS)
}

const cookieNames = {
  session: 'nano_sync_oauth',
  interaction: 'nano_sync_oauth_interaction',
  resume: 'nano_sync_oauth_resume',
}

function cookieKey(secret: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'nano-sync oauth cookies', KEY_BYTES)).toString('base64url')
}
