/// <reference path="../../src/server/auth/oidc-provider.d.ts" />
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Interaction, type OidcContext, Provider } from 'oidc-provider/lib/provider.js'
import type { ConnectedFiles } from '#contract/access.ts'
import { api } from '#contract/api.ts'
import { DRIVE_FILE_SCOPE, SHEETS_SCOPE } from '#contract/google-scopes.ts'
import { memoryAdapter } from '#server/auth/memory-adapter.ts'
import type { ApiClient } from './api-client.ts'
import { CookieJar } from './cookie-jar.ts'

const CLIENT = { id: 'nano-sync-elsewhere', secret: 'known to both' }
const SCOPES = ['openid', 'email', 'profile', 'offline_access', SHEETS_SCOPE, DRIVE_FILE_SCOPE]
/** Request headers to name the user of the browser, and to decline consent on their behalf. */
const [USER, DECLINES] = ['x-user', 'x-declines']

interface SignInOptions {
  browser: ApiClient
  email: string
  /** Subject that the provider uses for the person instead of the address. */
  subject?: string
  /** Path of the app that starts the sign-in; defaults to the sign-in itself. */
  path?: string
  /** Declines to connect the spreadsheets. */
  declinesConsent?: boolean
}

interface RenewalRefusal {
  status: number
  /** The email address of the account; missing for all. */
  email?: string
  body: { error: string; error_description?: string; error_subtype?: string }
}

interface Visit {
  page: string
  scopes: string
}

/** A complete OpenID provider outside the app. It grants access to spreadsheets as Google does. */
export interface SheetsOidcProvider extends AsyncDisposable {
  /** The app's registration with the provider. */
  readonly client: { issuer: string; clientId: string; clientSecret: string }
  /** Settings for an app at `publicUrl` with this provider. */
  readonly env: Readonly<Record<string, string>>
  /** All refresh tokens issued so far. */
  readonly refreshTokens: readonly string[]
  /** Number of times the app exchanged a refresh token for an access token. */
  readonly renewals: number
  /** Signs a user in; returns the page of the app where the browser ends up, and the scopes the app asked for. */
  signIn(options: SignInOptions): Promise<Visit>
  /** Connects a signed-in user's spreadsheets, as the user `email` at the provider. */
  connect(options: SignInOptions & { files?: ConnectedFiles }): Promise<Visit>
  /** Revokes the user's refresh tokens. Access tokens stay valid until they expire. */
  revoke(email: string): Promise<void>
  /** Refuses to renew access from now on, in the way Google does. With undefined, renewals work again. */
  refuseRenewals(refusal: RenewalRefusal | undefined): void
  /** Finds the user of an access token. */
  readEmail(accessToken: string | undefined): Promise<string>
}

export async function startSheetsOidcProvider({ publicUrl }: { publicUrl: string }): Promise<SheetsOidcProvider> {
  const issued: { email: string; token: string }[] = []
  let renewals = 0
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const addresses = new Map<string, string>()
  const findAddress = (subject: string) => addresses.get(subject) ?? subject
  const provider = createProvider({ issuer, redirectUri: `${publicUrl}/auth/callback`, findAddress })
  provider.on('refresh_token.saved', ({ accountId, jti }) => issued.push({ email: findAddress(accountId), token: jti }))
  provider.on('grant.success', ({ oidc }) => {
    if (oidc.params['grant_type'] === 'refresh_token') renewals += 1
  })
  const callback = provider.callback()
  let refusal: RenewalRefusal | undefined
  server.on('request', async (request: IncomingMessage & { body?: string }, response) => {
    if (request.url?.startsWith('/interaction/')) return interact(provider, request, response)
    if (refusal && request.url === '/token') {
      // The provider accepts a body that has been read.
      request.body = await text(request)
      const sent = new URLSearchParams(request.body)
      const owner = issued.find(({ token }) => token === sent.get('refresh_token'))?.email
      if (owner !== undefined && owner === (refusal.email ?? owner)) {
        response.writeHead(refusal.status, { 'content-type': 'application/json' })
        return response.end(JSON.stringify(refusal.body))
      }
    }
    return callback(request, response)
  })

  /** Follows redirects between the app and the provider, as the user. */
  async function visit(
    path: string,
    { browser, email, subject = email, declinesConsent }: SignInOptions,
  ): Promise<Visit> {
    addresses.set(subject, email)
    const jar = new CookieJar()
    const userHeaders = { [USER]: subject, ...(declinesConsent && { [DECLINES]: 'yes' }) }
    let response = await browser.fetch(path)
    let from = publicUrl
    for (let scopes = ''; ; ) {
      const next = new URL(response.headers.get('location') ?? '', from)
      const nextPath = next.pathname + next.search
      if (next.origin === issuer) {
        scopes ||= next.searchParams.get('scope') ?? ''
        const headers = { ...userHeaders, cookie: jar.headerFor(next.pathname) }
        response = await fetch(next, { headers, redirect: 'manual' })
        jar.store(response)
      } else if (next.pathname.startsWith('/auth/')) {
        response = await browser.fetch(nextPath)
      } else return { page: nextPath, scopes }
      from = next.origin
    }
  }

  return {
    client: { issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret },
    env: {
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      ALLOWED_EMAILS: '@example.com',
      OPEN_SCREENS: 'none',
    },
    get refreshTokens() {
      return issued.map(({ token }) => token)
    },
    get renewals() {
      return renewals
    },
    signIn: (options) => visit(options.path ?? api.auth.login.path, options),
    connect: ({ files, ...options }) =>
      visit(`${api.access.connect.path}${files === undefined ? '' : `?files=${files}`}`, options),
    async revoke(email) {
      const tokens = issued.filter((grant) => grant.email === email).map(({ token }) => token)
      for (const token of tokens) {
        const body = new URLSearchParams({ token, client_id: CLIENT.id, client_secret: CLIENT.secret })
        const response = await fetch(`${issuer}/token/revocation`, { method: 'POST', body })
        if (!response.ok) throw new Error(`A token was not revoked: ${response.status}`)
      }
    },
    refuseRenewals(next) {
      refusal = next
    },
    async readEmail(accessToken) {
      const response = await fetch(`${issuer}/me`, { headers: { authorization: `Bearer ${accessToken}` } })
      const claims: { email?: string } = await response.json()
      return claims.email ?? 'nobody'
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

interface ProviderParts {
  issuer: string
  redirectUri: string
  findAddress: (subject: string) => string
}

// Created once, because creating a key takes longer than everything else here.
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

function createProvider({ issuer, redirectUri, findAddress }: ProviderParts): Provider {
  return new Provider(issuer, {
    adapter: memoryAdapter,
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'key' }] },
    cookies: { keys: ['for tests'] },
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    scopes: SCOPES,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    rotateRefreshToken: true,
    features: { devInteractions: { enabled: false }, revocation: { enabled: true, allowedPolicy: () => true } },
    interactions: { url: (_context: OidcContext, { uid }: Interaction) => `/interaction/${uid}` },
    ttl: {
      AccessToken: 3600,
      RefreshToken: 86_400,
      AuthorizationCode: 60,
      IdToken: 3600,
      Interaction: 600,
      Session: 600,
      Grant: 86_400,
    },
    findAccount: (_context: OidcContext, subject: string) => {
      const email = findAddress(subject)
      return { accountId: subject, claims: () => ({ sub: subject, email, email_verified: true, name: email }) }
    },
  })
}

/** Acts as the user: signs in and grants everything requested. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const user = String(request.headers[USER])
  const { prompt, params } = await provider.interactionDetails(request, response)
  const isDeclined = params['prompt'] === 'consent' && request.headers[DECLINES] !== undefined
  const result =
    prompt.name === 'login'
      ? { login: { accountId: user } }
      : isDeclined
        ? { error: 'access_denied' }
        : { consent: { grantId: await grantAll(provider, user) } }
  const location = await provider.interactionResult(request, response, result)
  response.writeHead(303, { location }).end()
}

async function grantAll(provider: Provider, accountId: string): Promise<string> {
  const grant = new provider.Grant({ clientId: CLIENT.id, accountId })
  grant.addOIDCScope(SCOPES.join(' '))
  return grant.save()
}
