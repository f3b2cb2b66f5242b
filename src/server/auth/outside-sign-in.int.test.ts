import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { GOOGLE_ISSUER, readConfig } from '#server/config/config.ts'
import { type App, start } from '#server/start/start.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { startExternalOidcProvider } from '#tests/support/external-oidc-provider.ts'
import { requestRedirect } from '#tests/support/request-redirect.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { maySignIn } from './may-sign-in.ts'
import { createSignIn } from './sign-in.ts'

const CLIENT_ID = 'nano-sync-at-home'
const PUBLIC_URL = 'https://nano.example'
const METRICS_TOKEN = 'a-token-that-nobody-would-guess-0'
const TURBO_URL = 'https://turbo.example'
const ADA = { email: 'ada@example.com', email_verified: true }

const parts = new AsyncDisposableStack()
let outside: Awaited<ReturnType<typeof startExternalOidcProvider>>
let app: App

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nano-sync-outside-'))
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  const database = parts.use(await openTestDatabase(folder))
  outside = parts.use(await startExternalOidcProvider({ clientId: CLIENT_ID }))
  app = await start(
    readConfig({
      PORT: '0',
      DATA_DIR: folder,
      ...database.env,
      PUBLIC_URL: `${PUBLIC_URL}, ${TURBO_URL}`,
      OIDC_ISSUER: outside.issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: 'secret',
      ALLOWED_EMAILS: '@example.com',
      OPEN_SCREENS: 'none',
      METRICS_TOKEN,
      SHEETS_API_URL: 'http://127.0.0.1:9',
    }),
  )
  parts.use(app)
})
afterAll(() => parts.disposeAsync())

/** Marks a request as already redirected, because the tests reach the app like a proxy that replaces the host name. */
const AS_PROXIED = { query: { redirected: '1' } }

type Consent = Parameters<typeof outside.consent>[0]

/** Signs in at the provider with the given claims and returns the response to the callback. */
async function signIn(visitor: ApiClient, given: Omit<Consent, 'request'>): Promise<Response> {
  const login = await visitor.send(api.auth.login, AS_PROXIED)
  const callback = outside.consent({ request: new URL(login.headers.get('location') ?? ''), ...given })
  expect(callback.origin).toBe(PUBLIC_URL)
  return visitor.fetch(callback.pathname + callback.search)
}

test('a user with an allowed address is signed in with a cookie for https only', async () => {
  const visitor = new ApiClient(app.url)
  const response = await signIn(visitor, { claims: { email: 'Ada@Example.com', email_verified: true, name: 'Ada' } })
  expect(response.headers.get('location')).toBe('/?signed_in')
  expect(response.headers.getSetCookie().at(-1)).toMatch(/^__Host-nano_sync_session=.*; Path=\/; .*; Secure/)
  expect(response.headers.get('strict-transport-security')).toMatch(/max-age=\d+/)
  const user = { email: 'ada@example.com', name: 'Ada' }
  expect(await visitor.call(api.auth.check, {})).toEqual({ authenticated: true, user, administrators: null })
})

test('on https, a cookie under the name that a neighboring site can set signs nobody in', async () => {
  const visitor = new ApiClient(app.url)
  await signIn(visitor, { claims: ADA })
  const check = async (cookie: string) =>
    (await fetch(app.url + api.auth.check.path, { headers: { cookie } })).json() as Promise<{ authenticated: boolean }>
  const value = visitor.jar.value('__Host-nano_sync_session')
  expect((await check(`__Host-nano_sync_session=${value}`)).authenticated).toBe(true)
  expect((await check(`nano_sync_session=${value}`)).authenticated).toBe(false)
  const signedOut = await visitor.send(api.auth.logout, {})
  const deleted = signedOut.headers.getSetCookie().map((line) => line.split('=', 1)[0])
  expect(deleted).toEqual(['__Host-nano_sync_session'])
})

test('a name is cut to a length that can be stored', async () => {
  const visitor = new ApiClient(app.url)
  const response = await signIn(visitor, { claims: { ...ADA, name: 'a'.repeat(500_000), azp: CLIENT_ID } })
  expect(response.headers.get('location')).toBe('/?signed_in')
  expect((await visitor.call(api.auth.check, {})).user?.name).toHaveLength(200)
})

test('a sign-in at the second public address ends there', async () => {
  const host = new URL(TURBO_URL).host
  const login = await requestRedirect(`${app.url}/auth/login`, { host })
  const callback = outside.consent({ request: new URL(login.location), claims: ADA })
  expect(callback.origin).toBe(TURBO_URL)
  const end = await requestRedirect(app.url + callback.pathname + callback.search, { host, cookie: login.cookie })
  expect(end.location).toBe('/?signed_in')
})

test('an address missing from the token is read from the user info endpoint', async () => {
  const visitor = new ApiClient(app.url)
  await signIn(visitor, { claims: {}, userInfo: { email: 'grace@example.com', email_verified: true } })
  const user = { email: 'grace@example.com', name: 'grace@example.com' }
  expect(await visitor.call(api.auth.check, {})).toEqual({ authenticated: true, user, administrators: null })
})

test.each([
  { who: 'another domain', claims: { email: 'eve@evil.example', email_verified: true } },
  { who: 'an address without a claim that it is verified', claims: { email: 'ada@example.com' } },
  { who: 'an address that is not verified', claims: { email: 'ada@example.com', email_verified: false } },
  {
    who: 'an address that is not verified, as text',
    claims: { email: 'ada@example.com', email_verified: 'false' },
  },
])('$who is refused', async ({ claims }) => {
  const visitor = new ApiClient(app.url)
  expect((await signIn(visitor, { claims })).headers.get('location')).toBe('/?sign_in_refused')
  expect((await visitor.call(api.auth.check, {})).authenticated).toBe(false)
})

test.each([
  { what: 'for another sign-in', given: { claims: ADA, forged: { nonce: 'other' } } },
  { what: 'for another client', given: { claims: ADA, forged: { aud: 'other' } } },
  { what: 'of another issuer', given: { claims: ADA, forged: { iss: 'https://evil.example' } } },
  { what: 'that has expired', given: { claims: ADA, forged: { exp: 1 } } },
  { what: 'authorized for another client', given: { claims: ADA, forged: { azp: 'other' } } },
  { what: 'issued long ago', given: { claims: ADA, forged: { iat: Math.floor(Date.now() / 1000) - 3600 } } },
  {
    what: 'with an address that only looks like one allowed',
    given: { claims: { ...ADA, email: '\u212Aevin@example.com' } },
  },
  { what: 'signed with another key', given: { claims: ADA, usesUnknownKey: true } },
  { what: 'without an address', given: { claims: {} } },
])('a token $what is refused', async ({ given }) => {
  const visitor = new ApiClient(app.url)
  expect((await signIn(visitor, given)).headers.get('location')).toBe('/?sign_in_failed')
  expect((await visitor.call(api.auth.check, {})).authenticated).toBe(false)
})

test('a code issued to another browser is refused, even with the state replaced', async () => {
  const [eve, victim] = [new ApiClient(app.url), new ApiClient(app.url)]
  const startSignIn = async (visitor: ApiClient) =>
    new URL((await visitor.send(api.auth.login, AS_PROXIED)).headers.get('location') ?? '')
  const callback = outside.consent({ request: await startSignIn(eve), claims: ADA })
  callback.searchParams.set('state', (await startSignIn(victim)).searchParams.get('state') ?? '')
  const response = await victim.fetch(callback.pathname + callback.search)
  expect(response.headers.get('location')).toBe('/?sign_in_failed')
})

test.each([
  { who: 'an account of the allowed Workspace domain', hd: 'example.com', isIn: true },
  { who: 'a personal account with an address of that domain', hd: undefined, isIn: false },
  { who: 'an account of another Workspace domain', hd: 'evil.example', isIn: false },
])('with Google, $who may sign in: $isIn', async ({ hd, isIn }) => {
  await using google = await startExternalOidcProvider({ clientId: CLIENT_ID, issuer: GOOGLE_ISSUER })
  const signInWithGoogle = createSignIn({
    provider: () => ({
      issuer: GOOGLE_ISSUER,
      clientId: CLIENT_ID,
      clientSecret: 'secret',
      fetch: (url, init) => fetch(url.replace(GOOGLE_ISSUER, google.url), init as RequestInit),
    }),
  })
  const { url, pending } = await signInWithGoogle.begin({ origin: PUBLIC_URL })
  const callback = google.consent({ request: url, claims: { ...ADA, hd } })
  const { identity } = await signInWithGoogle.complete(callback, pending)
  expect(maySignIn(identity, ['@example.com'])).toBe(isIn)
})

test('sign-ins are rate limited', async () => {
  const visitor = new ApiClient(app.url)
  const statuses = new Set<number>()
  for (let count = 0; count < 130; count++) statuses.add((await visitor.fetch('/auth/callback')).status)
  expect(statuses).toEqual(new Set([302, 429]))
})

test('behind a public address, metrics need a sign-in or the token, even from this machine', async () => {
  const visitor = new ApiClient(app.url)
  for (const { path } of [api.operations.metrics, api.operations.openapi, api.operations.docs]) {
    const refused = await visitor.fetch(path)
    expect([refused.status, await refused.json()]).toEqual([
      401,
      expect.objectContaining({ message: 'Please sign in first, or send METRICS_TOKEN as a bearer token' }),
    ])
    const sent = (token: string) => visitor.fetch(path, { headers: { authorization: `Bearer ${token}` } })
    expect((await sent('wrong')).status).toBe(401)
    expect((await sent(METRICS_TOKEN)).status).toBe(200)
  }
  const elsewhere = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } }
  expect((await visitor.fetch(api.tasks.list.path, elsewhere)).status).toBe(401)
  for (const { path } of [api.operations.health, api.operations.ready]) {
    expect(await (await visitor.fetch(path)).json()).toEqual({ status: 'ok' })
  }
})
