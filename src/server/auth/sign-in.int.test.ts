import { eq } from 'drizzle-orm'
import type { Session } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { users } from '#server/storage/schema.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { requestRedirect } from '#tests/support/request-redirect.ts'
import { MEMBER_EMAIL, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createSessions } from './sessions.ts'

const SESSION = 'nano_sync_session'

let clock = new Date('2030-03-04T05:06:07Z')
const MAX_REDIRECTS = 10
let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ now: () => clock, env: { ALLOWED_EMAILS: '@example.com,guest@elsewhere.org' } })
})
afterAll(() => app[Symbol.asyncDispose]())

async function isSignedIn(visitor: ApiClient): Promise<boolean> {
  return (await visitor.call(api.auth.check, {})).authenticated
}

async function authorizationRequest(visitor: ApiClient): Promise<URL> {
  const response = await visitor.send(api.auth.login, { query: {} })
  expect(response.status).toBe(302)
  return new URL(response.headers.get('location') ?? '')
}

test('auth/check responds to anyone with the signed-in user or null', async () => {
  expect(await app.visitor.call(api.auth.check, {})).toEqual({ authenticated: false, user: null, administrators: null })
  expect(await app.member.call(api.auth.check, {})).toEqual({
    authenticated: true,
    user: { email: MEMBER_EMAIL, name: 'ada' },
    administrators: null,
  })
})

test('every authorization request has its own PKCE challenge, state and nonce', async () => {
  const first = await authorizationRequest(app.newVisitor())
  const second = await authorizationRequest(app.newVisitor())
  const { searchParams } = first
  expect(searchParams.get('code_challenge_method')).toBe('S256')
  expect(searchParams.get('redirect_uri')).toBe(`${app.url}/auth/callback`)
  for (const name of ['code_challenge', 'state', 'nonce']) {
    expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/)
    expect(searchParams.get(name)).not.toBe(second.searchParams.get(name))
  }
})

test('a sign-in ends on the home page and is recorded with the name', async () => {
  const visitor = app.newVisitor()
  expect(await visitor.signIn('Grace@Example.com')).toBe('/?signed_in')
  const rows = await app.context.database.orm.select().from(users).where(eq(users.email, 'grace@example.com'))
  expect(rows).toMatchObject([{ name: 'grace', firstSignInAt: clock, lastSignInAt: clock }])
})

test('a sign-in returns to the requested page, but never to another site', async () => {
  for (const [requested, path] of [
    ['/sync_tasks/7/logs?level=ERROR', '/sync_tasks/7/logs?level=ERROR'],
    ['https://evil.example/', '/?signed_in'],
    ['//evil.example/', '/?signed_in'],
    ['/\\evil.example/', '/?signed_in'],
    ['/dev\0', '/?signed_in'],
  ] as const) {
    const visitor = app.newVisitor()
    const form = await visitor.followSignIn(`/auth/login?return_to=${encodeURIComponent(requested)}`)
    const body = new URLSearchParams({ email: MEMBER_EMAIL })
    expect((await visitor.followSignIn(form.path, { method: 'POST', body })).path).toBe(path)
  }
})

test('the session gets a new ID at sign-in, and scripts and other sites cannot use its cookie', async () => {
  const visitor = app.newVisitor()
  const { path } = await visitor.followSignIn('/auth/login')
  const before = visitor.jar.value(SESSION)
  const body = new URLSearchParams({ email: MEMBER_EMAIL })
  const { response } = await visitor.followSignIn(path, { method: 'POST', body })
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith(SESSION))
  expect(before).toBeDefined()
  expect(visitor.jar.value(SESSION)).not.toBe(before)
  expect(cookie).toMatch(/; HttpOnly/)
  expect(cookie).toMatch(/; SameSite=Lax/)
})

test('an address that is not allowed gets no session', async () => {
  const visitor = app.newVisitor()
  expect(await visitor.signIn('eve@elsewhere.org')).toBe('/?sign_in_refused')
  expect(await isSignedIn(visitor)).toBe(false)
  expect(await app.newVisitor().signIn('guest@elsewhere.org')).toBe('/?signed_in')
})

test('an invalid email address is asked for again', async () => {
  const visitor = app.newVisitor()
  const { path } = await visitor.followSignIn('/auth/login')
  const body = new URLSearchParams({ email: '"><script>alert(1)</script>' })
  const response = await visitor.fetch(path, { method: 'POST', body })
  const page = await response.text()
  expect(response.status).toBe(400)
  expect(page).toContain('Enter an email address')
  expect(page).not.toContain('<script>')
})

test('the sign-in page of another browser shows an error with a link to start again', async () => {
  const { path } = await app.newVisitor().followSignIn('/auth/login')
  const response = await app.newVisitor().fetch(path)
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('Start again')
})

test.each([
  { what: 'without a sign-in in progress', path: '/auth/callback?code=abc&state=def', hasBegun: false },
  { what: 'with the state of another browser', path: '/auth/callback?code=abc&state=def', hasBegun: true },
  { what: 'with an error from the provider', path: '/auth/callback?error=access_denied', hasBegun: true },
  { what: 'without parameters', path: '/auth/callback', hasBegun: true },
])('a callback $what fails without a session', async ({ path, hasBegun }) => {
  const visitor = app.newVisitor()
  if (hasBegun) await visitor.send(api.auth.login, { query: {} })
  const response = await visitor.fetch(path)
  expect(response.headers.get('location')).toBe('/?sign_in_failed')
  expect(await isSignedIn(visitor)).toBe(false)
})

test('failed callbacks are counted in Activity by their reason', async () => {
  const count = async (reason: RegExp) => {
    const { entries } = await app.member.call(api.activity.list, { query: { kind: 'sign_in_failed' } })
    return entries.filter(({ subject }) => reason.test(subject)).reduce((sum, entry) => sum + entry.count, 0)
  }
  const reasons = [/begun no sign-in/, /reported an error/, /did not pass the checks/]
  const before = await Promise.all(reasons.map(count))
  const stranger = app.newVisitor()
  await stranger.fetch('/auth/callback?code=abc&state=def')
  const visitor = app.newVisitor()
  const { headers } = await visitor.send(api.auth.login, { query: {} })
  const request = new URL(headers.get('location') ?? '', app.url)
  const state = request.searchParams.get('state') ?? ''
  const denied = new URLSearchParams({ error: 'access_denied', state, iss: `${request.origin}/oidc` })
  await visitor.fetch(`/auth/callback?${denied}`)
  await visitor.send(api.auth.login, { query: {} })
  await visitor.fetch('/auth/callback?code=abc&state=def')
  expect(await Promise.all(reasons.map(count))).toEqual(before.map((each) => each + 1))
})

test('a code and state from another browser are refused', async () => {
  const eve = app.newVisitor()
  const { path } = await eve.followSignIn('/auth/login')
  const body = new URLSearchParams({ email: 'mallory@example.com' })
  let next = path
  let response = await eve.fetch(next, { method: 'POST', body })
  for (let redirects = 0; !next.startsWith('/auth/callback'); redirects += 1) {
    if (redirects === MAX_REDIRECTS) throw new Error(`No callback after ${redirects} redirects, the last to ${next}`)
    const location = new URL(response.headers.get('location') ?? '', app.url)
    next = location.pathname + location.search
    if (!next.startsWith('/auth/callback')) response = await eve.fetch(next)
  }
  const victim = app.newVisitor()
  await victim.send(api.auth.login, { query: {} })
  expect((await victim.fetch(next)).headers.get('location')).toBe('/?sign_in_failed')
  expect(await isSignedIn(victim)).toBe(false)
})

test('the session cookie is useless after a sign-out', async () => {
  const visitor = app.newVisitor()
  await visitor.signIn(MEMBER_EMAIL)
  const cookie = `${SESSION}=${visitor.jar.value(SESSION)}`
  const listTasks = () => fetch(`${app.url}${api.tasks.list.path}`, { headers: { cookie } })
  expect((await listTasks()).status).toBe(200)
  expect(await visitor.call(api.auth.logout, {})).toEqual({ success: true })
  expect((await listTasks()).status).toBe(401)
  expect(await visitor.call(api.auth.logout, {})).toEqual({ success: true })
})

test('another site cannot make a visitor connect their spreadsheets', async () => {
  const foreign = { headers: { 'sec-fetch-site': 'cross-site' } }
  expect((await app.member.fetch(api.access.connect.path, foreign)).status).toBe(403)
})

test('another site cannot sign a visitor out', async () => {
  const foreign = { headers: { 'sec-fetch-site': 'cross-site' } }
  expect((await app.member.fetch(api.auth.logout.path, foreign)).status).toBe(403)
  expect(await isSignedIn(app.member)).toBe(true)
})

test('a sign-in that begins at another name of this machine ends there', async () => {
  const host = `localhost:${new URL(app.url).port}`
  const { location } = await requestRedirect(`${app.url}/auth/login`, { host })
  const request = new URL(location)
  expect(request.origin).toBe(app.url)
  expect(request.searchParams.get('redirect_uri')).toBe(`http://${host}/auth/callback`)
})

test('a sign-in that begins at an unknown name begins again at the public address, once', async () => {
  const host = `127.0.0.2:${new URL(app.url).port}`
  const { location } = await requestRedirect(`${app.url}/auth/login?return_to=/dev`, { host })
  expect(location).toBe(`${app.url}/auth/login?return_to=%2Fdev&redirected=1`)
  const again = await requestRedirect(location, { host })
  expect(new URL(again.location).searchParams.get('redirect_uri')).toBe(`${app.url}/auth/callback`)
})

/** A browser right after its sign-in. The end of the test resets the clock. */
async function signedInNow() {
  const visitor = app.newVisitor()
  await visitor.signIn(MEMBER_EMAIL)
  const signedInAt = clock
  return {
    visitor,
    after(ms: number) {
      clock = new Date(signedInAt.getTime() + ms)
    },
    [Symbol.dispose]() {
      clock = signedInAt
    },
  }
}

test('a session in daily use ends fourteen days after its sign-in, whatever else is begun', async () => {
  using session = await signedInNow()
  for (let day = 1; day < 14; day += 1) {
    session.after(day * DAY_MS)
    await session.visitor.send(api.auth.login, { query: {} })
    expect(await isSignedIn(session.visitor), `on day ${day}`).toBe(true)
  }
  session.after(14 * DAY_MS - 1)
  expect(await isSignedIn(session.visitor)).toBe(true)
  session.after(14 * DAY_MS)
  expect(await isSignedIn(session.visitor)).toBe(false)
})

test('a session ends after three days without a request', async () => {
  using session = await signedInNow()
  session.after(3 * DAY_MS - 1)
  expect(await isSignedIn(session.visitor)).toBe(true)
  session.after(6 * DAY_MS - 1)
  expect(await isSignedIn(session.visitor)).toBe(false)
})

test('activity is stored once an hour, not with every request', async () => {
  using session = await signedInNow()
  const lastActiveAt = async () =>
    (await session.visitor.call(api.sessions.list, {})).find(({ is_current }) => is_current)?.last_active_at
  const atSignIn = clock
  session.after(HOUR_MS - 1)
  expect(await lastActiveAt()).toBe(atSignIn.toISOString())
  session.after(HOUR_MS)
  expect(await lastActiveAt()).toBe(clock.toISOString())
})

test('a request that is still in progress at the sign-out does not bring the session back', async () => {
  const visitor = app.newVisitor()
  await visitor.signIn(MEMBER_EMAIL)
  const store = createSessions({ orm: app.context.database.orm, issuer: 'embedded', now: () => clock })
  const sessionId = decodeURIComponent(visitor.jar.value(SESSION) ?? '').split('.', 1)[0] ?? ''
  const cookie = `${SESSION}=${visitor.jar.value(SESSION)}`
  const stored = await new Promise<Session | null | undefined>((resolve) =>
    store.get(sessionId, (_, session) => resolve(session as Session | null | undefined)),
  )
  expect(stored?.user?.email).toBe(MEMBER_EMAIL)
  await visitor.call(api.auth.logout, {})
  await new Promise<void>((resolve) => store.set(sessionId, stored as Session, () => resolve()))
  const check = await fetch(app.url + api.auth.check.path, { headers: { cookie } })
  expect(await check.json()).toEqual({ authenticated: false, user: null, administrators: null })
})

test('a sign-out deletes the cookie and what the pages stored', async () => {
  const visitor = app.newVisitor()
  await visitor.signIn(MEMBER_EMAIL)
  const response = await visitor.send(api.auth.logout, {})
  expect(response.headers.get('clear-site-data')).toBe('"cache", "storage"')
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^nano_sync_session=; .*Expires=Thu, 01 Jan 1970/),
  ])
  expect(visitor.jar.value(SESSION)).toBeUndefined()
})

test('a failed callback uses up its sign-in', async () => {
  const visitor = app.newVisitor()
  const { path } = await visitor.followSignIn('/auth/login')
  const form = { method: 'POST', body: new URLSearchParams({ email: MEMBER_EMAIL }) }
  let next = new URL((await visitor.fetch(path, form)).headers.get('location') ?? '', app.url)
  for (let redirects = 0; next.pathname !== '/auth/callback' && redirects < MAX_REDIRECTS; redirects += 1) {
    next = new URL((await visitor.fetch(next.pathname + next.search)).headers.get('location') ?? '', app.url)
  }
  const wrong = await visitor.fetch('/auth/callback?code=guess&state=guess')
  expect(wrong.headers.get('location')).toBe('/?sign_in_failed')
  const right = await visitor.fetch(next.pathname + next.search)
  expect(right.headers.get('location')).toBe('/?sign_in_failed')
  expect(await isSignedIn(visitor)).toBe(false)
})
