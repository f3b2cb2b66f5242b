import { auth, Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { and, eq, like, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { oauthRecords } from '#server/storage/schema.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { askToSignIn, followRedirects, form, letIn, newAssistant } from '#tests/support/assistant.ts'
import { MEMBER_EMAIL, startTestApp, type TestApp } from '#tests/support/test-app.ts'

/** Offset of the app's clock. */
let shiftMs = 0
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + shiftMs) })
})
afterAll(() => app[Symbol.asyncDispose]())
afterEach(() => {
  shiftMs = 0
})

const serverUrl = () => `${app.url}/mcp`

async function connect(provider: OAuthClientProvider) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(serverUrl()), { authProvider: provider }))
  return client
}

const follow = (browser: ApiClient, path: string, init?: RequestInit) => followRedirects(browser, { path, init })

/** Opens the address a new assistant shows. */
async function openConsent(browser: ApiClient) {
  return await follow(browser, await askToSignIn(newAssistant('Somebody'), { serverUrl: serverUrl() }))
}

test('a client that knows only the address signs in, lists the tools of the chosen scope and uses them', async () => {
  const assistant = newAssistant('Claude')
  await expect(connect(assistant.provider)).rejects.toThrow()
  const consent = await letIn(assistant, { app, scope: 'run' })
  expect(consent.page).toContain('Let Claude use Nano Sync?')
  expect(consent.page).toContain(MEMBER_EMAIL)
  expect(consent.page).toContain('127.0.0.1:49152')
  expect(consent.response.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:49152")

  const client = await connect(assistant.provider)
  const names = (await client.listTools()).tools.map(({ name }) => name)
  expect(names).toContain('run_tasks')
  expect(names).not.toContain('undo_runs')
  expect(await client.callTool({ name: 'find_tasks', arguments: {} })).toMatchObject({
    structuredContent: { matching: 0 },
  })
  await client.close()
})

test('a grant is listed beside API tokens, recorded, and ends once it is revoked', async () => {
  const assistant = newAssistant('Revoked')
  await letIn(assistant, { app, scope: 'read' })
  const client = await connect(assistant.provider)
  const listed = (await app.member.call(api.apiTokens.list)).find(({ name }) => name === 'Revoked')
  expect(listed).toMatchObject({ scope: 'read', last_used_at: expect.any(String) })
  const { entries } = await app.member.call(api.activity.list, { query: { kind: 'token_created' } })
  expect(entries).toContainEqual(expect.objectContaining({ subject: 'Revoked', who: MEMBER_EMAIL }))

  await app.member.call(api.apiTokens.revoke, { params: { id: listed?.id ?? 0 } })
  await expect(client.callTool({ name: 'find_tasks', arguments: {} })).rejects.toThrow()
  // The refresh token the client still has is useless.
  expect(await auth(assistant.provider, { serverUrl: serverUrl() })).toBe('REDIRECT')
  await client.close()
})

test('an access token lasts an hour, and its refresh token gets the next one', async () => {
  const assistant = newAssistant('Patient')
  await letIn(assistant, { app, scope: 'read' })
  const first = assistant.tokens()
  expect(first).toMatchObject({ access_token: expect.stringMatching(/^nsync_/), refresh_token: expect.any(String) })
  const list = (token: string | undefined) =>
    app.visitor.fetch(api.tasks.list.path, { headers: { authorization: `Bearer ${token}` } })
  expect((await list(first?.access_token)).status).toBe(200)
  shiftMs += HOUR_MS + 1000
  expect((await list(first?.access_token)).status).toBe(401)
  shiftMs = 0
  expect(await auth(assistant.provider, { serverUrl: serverUrl() })).toBe('AUTHORIZED')
  expect(assistant.tokens()?.access_token).not.toBe(first?.access_token)
  expect((await list(assistant.tokens()?.access_token)).status).toBe(200)
})

test('a visitor signs in to Nano Sync first, and so does somebody who signed in long ago', async () => {
  const browser = app.newVisitor()
  const signIn = await openConsent(browser)
  expect(signIn.path).toMatch(/^\/oidc\/sign-in\//)
  const consent = await follow(browser, signIn.path, form({ email: 'lin@example.com' }))
  expect(consent.page).toContain('It acts as lin@example.com')
  shiftMs = 2 * HOUR_MS
  const again = await openConsent(browser)
  shiftMs = 0
  expect(again.path).toMatch(/^\/oidc\/sign-in\//)
})

test('a refusal reaches the assistant, and leaves no grant', async () => {
  const consent = await openConsent(app.member)
  const decided = await follow(app.member, consent.path, form({ decision: 'refuse' }))
  expect(new URL(decided.path).searchParams.get('error')).toBe('access_denied')
  expect((await app.member.call(api.apiTokens.list)).map(({ name }) => name)).not.toContain('Somebody')
})

test('a page of another site cannot let an assistant in', async () => {
  const consent = await openConsent(app.member)
  const forged = { ...form({ decision: 'allow', scope: 'manage' }), headers: { origin: 'https://evil.example' } }
  expect((await app.member.fetch(consent.path, forged)).status).toBe(403)
})

test('without PKCE, or with another redirect, nobody is let in', async () => {
  const assistant = newAssistant('Careless')
  await auth(assistant.provider, { serverUrl: serverUrl() })
  const url = assistant.state.authorizationUrl ?? new URL(app.url)
  url.searchParams.delete('code_challenge')
  const without = await follow(app.member, url.pathname + url.search)
  expect(new URL(without.path).searchParams.get('error')).toBe('invalid_request')
  url.searchParams.set('redirect_uri', 'http://127.0.0.1:49152/elsewhere')
  expect((await app.member.fetch(url.pathname + url.search)).status).toBe(400)
})

test('a registration that nobody lets in is kept for 100 days', async () => {
  const path = await askToSignIn(newAssistant('Forgotten'), { serverUrl: serverUrl() })
  shiftMs = 99 * DAY_MS
  expect((await app.newVisitor().fetch(path)).status).toBe(303)
  shiftMs = 101 * DAY_MS
  const forgotten = await app.newVisitor().fetch(path)
  expect(forgotten.status).toBe(400)
  expect(await forgotten.text()).toContain('remove Nano Sync from the assistant and add it again')
})

test('the metadata names this server, whatever its loopback name', async () => {
  const { port } = new URL(app.url)
  const response = await fetch(`http://localhost:${port}/.well-known/oauth-protected-resource/mcp`)
  expect(await response.json()).toMatchObject({
    resource: `http://localhost:${port}/mcp`,
    authorization_servers: [`${app.url}/oauth`],
  })
  const refused = await app.visitor.fetch('/mcp', { method: 'POST' })
  expect(refused.headers.get('www-authenticate')).toBe(
    `Bearer resource_metadata="${app.url}/.well-known/oauth-protected-resource/mcp"`,
  )
})

test('once too many assistants have registered, the oldest that nobody let in is forgotten', async () => {
  const used = newAssistant('Used')
  await letIn(used, { app, scope: 'read' })
  const usedEarlier = newAssistant('Used earlier')
  await letIn(usedEarlier, { app, scope: 'read' })
  const { orm } = app.context.database
  // Earlier versions did not name the grant in the record of the client.
  const isUsedEarlier = sql`${oauthRecords.payload} ->> 'client_name' = 'Used earlier'`
  await orm
    .update(oauthRecords)
    .set({ grantId: null })
    .where(and(eq(oauthRecords.kind, 'Client'), isUsedEarlier))
  const expiresAt = new Date(Date.now() + 200 * DAY_MS)
  const fillers = Array.from({ length: 1000 }, (_, index) => ({
    kind: 'Client',
    idHash: `filler ${index}`,
    payload: {},
  }))
  await orm
    .insert(oauthRecords)
    .values(fillers.map((filler, index) => ({ ...filler, expiresAt: new Date(+expiresAt + index) })))
  await askToSignIn(newAssistant('One more'), { serverUrl: serverUrl() })
  const isFiller = like(oauthRecords.idHash, 'filler %')
  expect(await orm.$count(oauthRecords, isFiller)).toBe(1000)
  const newest = { kind: 'Client', idHash: 'filler 1000', payload: {}, expiresAt: new Date(+expiresAt + 1000) }
  await orm.insert(oauthRecords).values(newest)
  await askToSignIn(newAssistant('Another one'), { serverUrl: serverUrl() })
  expect(await orm.$count(oauthRecords, isFiller)).toBe(1000)
  expect(await orm.$count(oauthRecords, eq(oauthRecords.idHash, 'filler 0'))).toBe(0)
  await orm.delete(oauthRecords).where(isFiller)
  for (const assistant of [used, usedEarlier]) {
    assistant.provider.invalidateCredentials?.('tokens')
    await letIn(assistant, { app, scope: 'read' })
  }
})

describe('an assistant in a browser', () => {
  const origin = 'https://assistant.example'
  const asked = 'authorization,content-type,mcp-protocol-version'

  test.each([
    ['/mcp', 'POST'],
    ['/.well-known/oauth-protected-resource/mcp', 'GET'],
    ['/.well-known/oauth-authorization-server/oauth', 'GET'],
    ['/oauth/reg', 'POST'],
    ['/oauth/token', 'POST'],
    ['/oauth/token/revocation', 'POST'],
  ])('may call %s from a page of its own', async (path, method) => {
    const question = { 'access-control-request-method': method, 'access-control-request-headers': asked }
    const preflight = await fetch(app.url + path, { method: 'OPTIONS', headers: { origin, ...question } })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-methods')).toContain(method)
    expect(preflight.headers.get('access-control-allow-headers')).toBe(asked)

    const { headers } = await fetch(app.url + path, { method, headers: { origin } })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    // With this header, browsers would send the person's cookies.
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
  })

  test.each(['/api/sync_tasks', '/oauth/auth', '/oauth/consent/1', '/'])('may not read %s', async (path) => {
    const { headers } = await app.member.fetch(path, { headers: { origin } })
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })
})
