import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { DAY_MS } from '#domain/time.ts'
import { createApiTokens } from '#server/auth/api-tokens.ts'
import { oauthRecords, users } from '#server/storage/schema.ts'
import {
  type Assistant,
  askToSignIn,
  followRedirects,
  form,
  letIn,
  newAssistant,
  takeTokens,
} from '#tests/support/assistant.ts'
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

const Reply = z.object({
  access_token: z.string().default(''),
  refresh_token: z.string().default(''),
  scope: z.string().optional(),
  error: z.string().optional(),
})
type Tokens = z.infer<typeof Reply>

async function newConnected(name: string, scope = 'manage'): Promise<{ assistant: Assistant; tokens: Tokens }> {
  const assistant = newAssistant(name)
  await letIn(assistant, { app, scope })
  return { assistant, tokens: Reply.parse(assistant.tokens()) }
}

async function post(path: string, { provider }: Assistant, fields: Record<string, string>): Promise<Tokens> {
  const client = await provider.clientInformation()
  const body = new URLSearchParams({ client_id: client?.client_id ?? '', ...fields })
  const text = await (await fetch(app.url + path, { method: 'POST', body })).text()
  return Reply.parse(JSON.parse(text || '{}'))
}

function refresh(assistant: Assistant, refresh_token: string, scope?: string): Promise<Tokens> {
  const fields = { grant_type: 'refresh_token', refresh_token, ...(scope !== undefined && { scope }) }
  return post('/oauth/token', assistant, fields)
}

async function call(token: string, init: RequestInit = {}, path: string = api.tasks.list.path): Promise<number> {
  return (await app.visitor.fetch(path, { ...init, headers: { authorization: `Bearer ${token}` } })).status
}

const listNames = async () => (await app.member.call(api.apiTokens.list)).map(({ name }) => name)

const listRevoked = (name: string) => listActivity('token_revoked', name)

async function listActivity(kind: 'token_created' | 'token_revoked', name: string) {
  const { entries } = await app.member.call(api.activity.list, { query: { kind } })
  return entries.filter(({ subject }) => subject === name)
}

test('two windows of an assistant refresh with the same token at once, and again some seconds later', async () => {
  const { assistant, tokens } = await newConnected('Two windows')
  const both = await Promise.all([1, 2].map(() => refresh(assistant, tokens.refresh_token)))
  shiftMs = 20_000
  const all = [...both, await refresh(assistant, tokens.refresh_token)]
  for (const { access_token } of all) expect(await call(access_token)).toBe(200)
  for (const { refresh_token } of all) expect((await refresh(assistant, refresh_token)).error).toBeUndefined()
})

test('a refresh token that somebody uses later ends the grant, which Activity says', async () => {
  const { assistant, tokens } = await newConnected('Stolen')
  const next = await refresh(assistant, tokens.refresh_token)
  shiftMs = 20_000
  await refresh(assistant, tokens.refresh_token)
  shiftMs = 40_000
  expect((await refresh(assistant, tokens.refresh_token)).error).toBe('invalid_grant')
  expect(await call(next.access_token)).toBe(401)
  expect(await listNames()).not.toContain('Stolen')
  expect(await listRevoked('Stolen')).toMatchObject([{ who: MEMBER_EMAIL, origin: 'token', token_name: 'Stolen' }])
})

test('an assistant that gives its grant back is no longer listed, which Activity says', async () => {
  const { assistant, tokens } = await newConnected('Signed out')
  await post('/oauth/token/revocation', assistant, { token: tokens.refresh_token })
  expect(await listNames()).not.toContain('Signed out')
  expect(await listRevoked('Signed out')).toHaveLength(1)
})

test('an access token that was asked for a narrower scope allows no more', async () => {
  const { assistant, tokens } = await newConnected('Narrow')
  const narrow = await refresh(assistant, tokens.refresh_token, 'read')
  expect(narrow.scope).toBe('read')
  expect(await call(narrow.access_token)).toBe(200)
  const stop = [{ method: 'POST' }, api.tasks.stopAll.path] as const
  expect(await call(narrow.access_token, ...stop)).toBe(403)
  expect(await call(tokens.access_token, ...stop)).toBe(200)
})

test('an access token without a scope may only read', async () => {
  const { tokens } = await newConnected('Scopeless')
  const { orm } = app.context.database
  const idHash = createHash('sha256').update(tokens.access_token).digest('base64url')
  const payload = sql`${oauthRecords.payload} - 'scope'`
  await orm.update(oauthRecords).set({ payload }).where(eq(oauthRecords.idHash, idHash))
  expect(await call(tokens.access_token)).toBe(200)
  expect(await call(tokens.access_token, { method: 'POST' }, api.tasks.stopAll.path)).toBe(403)
})

test('a sign-in refused for its name leaves the earlier grant', async () => {
  const { assistant, tokens } = await newConnected('Kept')
  await app.member.call(api.apiTokens.create, { body: { name: 'Taken', scope: 'read' } })
  const { orm } = app.context.database
  const [user] = await orm.select().from(users).where(eq(users.email, MEMBER_EMAIL))
  const clientId = (await assistant.provider.clientInformation())?.client_id ?? ''
  const options = { orm, issuer: 'embedded', now: app.context.now, reportNew: async () => undefined }
  const grant = { id: 'later', clientId }
  if (!user) throw new Error('the member has not signed in')
  const again = createApiTokens(options).create({ user, name: 'Taken', scope: 'read', days: 1, grant })
  await expect(again).rejects.toThrow('You have an API token with this name')
  expect(await listNames()).toContain('Kept')
  expect(await call(tokens.access_token)).toBe(200)
})

test('signing in again replaces the grant of the same assistant and person', async () => {
  const { assistant, tokens } = await newConnected('Claude', 'read')
  assistant.provider.invalidateCredentials?.('tokens')
  await letIn(assistant, { app, scope: 'run' })
  const listed = (await app.member.call(api.apiTokens.list)).filter(({ name }) => name.startsWith('Claude'))
  expect(listed).toMatchObject([{ name: 'Claude', scope: 'run' }])
  expect(await call(tokens.access_token)).toBe(401)
  expect(await call(assistant.tokens()?.access_token ?? '')).toBe(200)

  const { tokens: other } = await newConnected('Claude', 'read')
  expect(await listNames()).toEqual(expect.arrayContaining(['Claude', 'Claude 2']))
  expect(await call(other.access_token)).toBe(200)
  expect(await call(assistant.tokens()?.access_token ?? '')).toBe(200)
})

test('a form of consent that is submitted twice makes one token', async () => {
  const assistant = newAssistant('Doubled')
  const serverUrl = `${app.url}/mcp`
  const { path } = await followRedirects(app.member, { path: await askToSignIn(assistant, { serverUrl }) })
  const submit = () => app.member.fetch(path, form({ decision: 'allow', scope: 'run' }))
  const [first, second] = await Promise.all([submit(), submit()])
  expect((await listNames()).filter((name) => name.startsWith('Doubled'))).toEqual(['Doubled'])
  expect(await listActivity('token_created', 'Doubled')).toHaveLength(1)
  expect(await listRevoked('Doubled')).toHaveLength(0)
  expect(first?.headers.get('location')).toBe(second?.headers.get('location'))
  const resumed = new URL(second?.headers.get('location') ?? '', app.url)
  const decided = await followRedirects(app.member, { path: resumed.pathname })
  expect(await takeTokens(assistant, { serverUrl, redirect: decided.path })).toBe('AUTHORIZED')
  expect(await call(assistant.tokens()?.access_token ?? '')).toBe(200)
})

test('expired tokens neither count nor keep a name, and are removed 30 days later', async () => {
  const busy = app.newVisitor()
  await busy.signIn('busy@example.com')
  const create = (name: string) =>
    busy.call(api.apiTokens.create, { body: { name, scope: 'read', expires_in_days: 1 } })
  for (let number = 1; number <= 50; number += 1) await create(`Token ${number}`)
  shiftMs = 2 * DAY_MS
  await busy.signIn('busy@example.com')
  await create('Token 1')
  await create('Token 51')
  expect(await busy.call(api.apiTokens.list)).toHaveLength(51)
  shiftMs = 31 * DAY_MS + 1000
  const { orm } = app.context.database
  const options = { orm, issuer: 'embedded', now: app.context.now, reportNew: async () => undefined }
  await createApiTokens(options).removeExpired()
  shiftMs = 2 * DAY_MS
  expect((await busy.call(api.apiTokens.list)).map(({ name }) => name)).toEqual(['Token 51', 'Token 1'])
})
