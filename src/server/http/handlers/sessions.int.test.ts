import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { openEvents } from '#tests/support/event-stream.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const NEVER_MS = 3_600_000
const EMAIL = 'grace@example.com'

let app: TestApp
// Without heartbeats, event streams only end because their session ends.
beforeAll(async () => {
  app = await startTestApp({ eventTiming: { heartbeatMs: NEVER_MS } })
})
afterAll(() => app[Symbol.asyncDispose]())

async function signedIn(email: string): Promise<ApiClient> {
  const browser = app.newVisitor()
  await browser.signIn(email)
  return browser
}

const statusWith = async (token: string) =>
  (await fetch(app.url + api.tasks.list.path, { headers: { authorization: `Bearer ${token}` } })).status

const isSignedIn = async (browser: ApiClient) => (await browser.call(api.auth.check, {})).authenticated

test('a user sees and ends their own sessions only, one by one', async () => {
  const [here, there] = [await signedIn(EMAIL), await signedIn(EMAIL)]
  const listed = await here.call(api.sessions.list, {})
  expect(listed.map(({ is_current }) => is_current)).toEqual([false, true])
  const [other] = listed
  expect(other).toMatchObject({ browser: 'node', address: '127.0.0.1' })
  await using events = await openEvents(there)

  const params = { id: other?.id ?? '' }
  const eve = await signedIn('eve@example.com')
  expect((await eve.send(api.sessions.end, { params })).status).toBe(404)
  expect(await isSignedIn(there)).toBe(true)

  await here.call(api.sessions.end, { params })
  await events.untilClosed()
  expect(await isSignedIn(there)).toBe(false)
  expect(await here.call(api.sessions.list, {})).toHaveLength(1)
  expect((await here.send(api.sessions.end, { params })).status).toBe(404)
})

test('the ID of a session cannot be used as its cookie', async () => {
  const browser = await signedIn('ida@example.com')
  const [session] = await browser.call(api.sessions.list, {})
  expect(decodeURIComponent(browser.jar.value('nano_sync_session') ?? '')).not.toContain(session?.id)
})

test('ending the own session signs out', async () => {
  const browser = await signedIn('joe@example.com')
  const [session] = await browser.call(api.sessions.list, {})
  const response = await browser.send(api.sessions.end, { params: { id: session?.id ?? '' } })
  expect(response.headers.get('clear-site-data')).toContain('storage')
  expect(await isSignedIn(browser)).toBe(false)
})

test('signing out everywhere ends all sessions and event streams of the user at once', async () => {
  const browsers = [await signedIn('kim@example.com'), await signedIn('kim@example.com')] as const
  const bystander = await signedIn('lou@example.com')
  await using events = await openEvents(browsers[1])
  const createToken = async (browser: ApiClient) =>
    (await browser.call(api.apiTokens.create, { body: { name: 'cron', scope: 'read' } })).token
  const [token, tokenOfBystander] = [await createToken(browsers[1]), await createToken(bystander)]
  await browsers[0].call(api.sessions.endAll, { query: {} })
  await events.untilClosed()
  for (const browser of browsers) expect(await isSignedIn(browser)).toBe(false)
  expect(await isSignedIn(bystander)).toBe(true)
  expect(await statusWith(token)).toBe(401)
  expect(await statusWith(tokenOfBystander)).toBe(200)
  const { entries } = await bystander.call(api.activity.list, { query: {} })
  expect(entries).toContainEqual(expect.objectContaining({ kind: 'token_revoked', who: 'kim@example.com' }))
})

test('programs go on after signing out everywhere, if their user says so', async () => {
  const browser = await signedIn('ned@example.com')
  const { token } = await browser.call(api.apiTokens.create, { body: { name: 'cron', scope: 'read' } })
  await browser.call(api.sessions.endAll, { query: { tokens: 'keep' } })
  expect(await isSignedIn(browser)).toBe(false)
  expect(await statusWith(token)).toBe(200)
})

test('a sign-out ends the event streams of its session at once', async () => {
  const browser = await signedIn('max@example.com')
  await using events = await openEvents(browser)
  await browser.call(api.auth.logout, {})
  await events.untilClosed()
})
