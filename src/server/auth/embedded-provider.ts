import type { OidcContext, Provider } from 'oidc-provider/lib/provider.js'
import { HOUR_SECONDS } from '#domain/time.ts'
import type { EmbeddedKeys } from './embedded-keys.ts'
import { memoryAdapter } from './memory-adapter.ts'

export const EMBEDDED_PATH = '/oidc'
export const EMBEDDED_CLIENT_ID = 'nano-sync'
const SCOPES = 'openid email profile'
const SHORT_SECONDS = 600

interface Options {
  /** Origin of the provider itself. `all` lists the origins where a sign-in may begin and end. */
  main: string
  all: readonly string[]
  keys: EmbeddedKeys
  /** The HTML of the page shown when a sign-in cannot continue. */
  errorPage: string
}

/**
 * Creates the sign-in provider for trials of the app. It speaks OpenID Connect, but accepts any email address without proof.
 */
export async function createEmbeddedProvider({ main, all, keys, errorPage }: Options): Promise<Provider> {
  // Load on demand: loading takes a tenth of the startup time, and perhaps nobody signs in for hours.
  const { Provider } = await import('oidc-provider/lib/provider.js')
  const provider = new Provider(main + EMBEDDED_PATH, {
    adapter: memoryAdapter,
    jwks: { keys: [keys.jwk] },
    cookies: { keys: [keys.cookieSecret], names: cookieNames },
    clients: [
      {
        client_id: EMBEDDED_CLIENT_ID,
        client_secret: keys.clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: all.map((origin) => `${origin}/auth/callback`),
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    scopes: SCOPES.split(' '),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_context: OidcContext, { uid }: { uid: string }) => `${EMBEDDED_PATH}/sign-in/${uid}` },
    ttl: {
      AccessToken: SHORT_SECONDS,
      AuthorizationCode: SHORT_SECONDS,
      IdToken: SHORT_SECONDS,
      Interaction: HOUR_SECONDS,
      Session: HOUR_SECONDS,
      Grant: HOUR_SECONDS,
    },
    clientBasedCORS: () => false,
    findAccount: (_context: OidcContext, email: string) => ({ accountId: email, claims: () => buildClaims(email) }),
    loadExistingGrant: grantEverything,
    renderError(context: OidcContext) {
      context.type = 'html'
      context.body = errorPage
    },
  })
  provider.proxy = true
  return provider
}

/** Names of cookies, prefixed because programs on the same host share cookies, regardless of the port. */
const cookieNames = {
  session: 'nano_sync_oidc',
  interaction: 'nano_sync_oidc_interaction',
  resume: 'nano_sync_oidc_resume',
}

function buildClaims(email: string) {
  return { sub: email, email, email_verified: true, name: email.slice(0, email.lastIndexOf('@')) }
}

/** Grants all scopes without asking, because the only client is this app itself. */
async function grantEverything({ oidc }: OidcContext) {
  const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
  grant.addOIDCScope(SCOPES)
  await grant.save()
  return grant
}
