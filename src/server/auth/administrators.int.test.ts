import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { api } from '#contract/api.ts'
import { MAX_SESSION_MS } from '#domain/session-lifetime.ts'
import { readConfig } from '#server/config/config.ts'
import { start } from '#server/start/start.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { startExternalOidcProvider } from '#tests/support/external-oidc-provider.ts'
import { shareApp } from '#tests/support/shared-app.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

const [ADA, LIN] = ['ada@example.com', 'lin@example.com']
const test = shareApp({ env: { ADMINS: ADA } })

test('only administrators, and who added it, change an alert channel', async ({ app }) => {
  const [lin, grace] = [app.newVisitor(), app.newVisitor()]
  await lin.signIn(LIN)
  await grace.signIn('grace@example.com')
  const body = { name: 'Operations', kind: 'webhook', url: `${app.url}/in` } as const
  const { id } = await lin.call(api.alertChannels.create, { body })
  const params = { id }
  const refused = await Promise.all([
    grace.send(api.alertChannels.update, { params, body: { is_on: false } }),
    grace.send(api.alertChannels.remove, { params }),
    grace.send(api.alertChannels.replaceSecret, { params }),
  ])
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
  expect(await refused[0]?.json()).toMatchObject({
    code: 'forbidden',
    message: `Only administrators may change the alert channels of other people. Ask ${ADA}.`,
  })
  const { channels } = await app.member.call(api.alertChannels.list, {})
  expect(channels).toMatchObject([{ is_on: true, created_by: LIN }])
  await lin.call(api.alertChannels.replaceSecret, { params })
  await app.member.call(api.alertChannels.update, { params, body: { is_on: false } })
  await lin.call(api.alertChannels.remove, { params })
})

test('only administrators see the API tokens of others, and revoke them', async ({ app }) => {
  const [lin, grace] = [app.newVisitor(), app.newVisitor()]
  await lin.signIn(LIN)
  await grace.signIn('grace@example.com')
  const { id, token } = await lin.call(api.apiTokens.create, { body: { name: 'Nightly', scope: 'run' } })
  const refused = await Promise.all([
    grace.send(api.apiTokens.listOfOthers, {}),
    grace.send(api.apiTokens.revoke, { params: { id } }),
  ])
  expect(refused.map(({ status }) => status)).toEqual([403, 403])
  expect(await refused[1]?.json()).toMatchObject({
    message: `Only administrators may revoke the API tokens of other people. Ask ${ADA}.`,
  })
  const listed = await app.member.call(api.apiTokens.listOfOthers, {})
  expect(listed).toMatchObject([{ id, name: 'Nightly', scope: 'run', owner: LIN }])
  expect(JSON.stringify(listed)).not.toContain(token)
  expect(await lin.call(api.apiTokens.list, {})).toHaveLength(1)
  await app.member.call(api.apiTokens.revoke, { params: { id } })
  expect(await lin.call(api.apiTokens.list, {})).toEqual([])
  const { status } = await fetch(app.url + api.tasks.list.path, { headers: { authorization: `Bearer ${token}` } })
  expect(status).toBe(401)
})

test('who may administer is said to everybody who is signed in, and to nobody else', async ({ app }) => {
  const lin = app.newVisitor()
  await lin.signIn(LIN)
  const administrators = async (client: ApiClient) => (await client.call(api.auth.check, {})).administrators
  expect(await administrators(app.visitor)).toBeNull()
  expect(await administrators(lin)).toEqual({ is_me: false, people: [ADA], groups: [] })
  expect(await administrators(app.member)).toMatchObject({ is_me: true })
})

let clock: Date | undefined
const CLIENT_ID = 'nano-sync'
const PUBLIC_URL = 'https://nano.example'

type OidcProvider = Awaited<ReturnType<typeof startExternalOidcProvider>>

async function startOutside(provider: OidcProvider, env: Record<string, string>) {
  await using parts = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-groups-'))
  parts.defer(() => rm(dataDir, { recursive: true, force: true }))
  const database = parts.use(await openTestDatabase(dataDir))
  const app = parts.use(
    await start(
      readConfig({
        ...database.env,
        PORT: '0',
        DATA_DIR: dataDir,
        PUBLIC_URL,
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: CLIENT_ID,
        OIDC_CLIENT_SECRET: 'secret',
        ALLOWED_EMAILS: '@example.com',
        OPEN_SCREENS: 'none',
        SHEETS_API_URL: 'http://127.0.0.1:9',
        ...env,
      }),
      { now: () => clock ?? new Date() },
    ),
  )
  const running = parts.move()
  return { url: app.url, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

test('members of a group of the sign-in provider are administrators until their next sign-in without it', async () => {
  await using provider = await startExternalOidcProvider({ clientId: CLIENT_ID })
  await using app = await startOutside(provider, { ADMIN_GROUPS: 'ops, it', ADMIN_GROUPS_CLAIM: 'roles' })
  const browser = new ApiClient(app.url)
  const isAdminAfter = async (claims: object, userInfo = {}) => {
    const login = await browser.send(api.auth.login, { query: { redirected: '1' } })
    const request = new URL(login.headers.get('location') ?? '')
    const given = { email: ADA, email_verified: true }
    const callback = provider.consent({
      request,
      claims: { ...given, ...claims },
      userInfo: { sub: ADA, ...userInfo },
    })
    await browser.fetch(callback.pathname + callback.search)
    return (await browser.call(api.auth.check, {})).administrators?.is_me
  }
  expect(await isAdminAfter({ roles: ['staff'] })).toBe(false)
  expect(await isAdminAfter({ groups: ['ops'] })).toBe(false)
  expect(await isAdminAfter({ roles: ['staff', 'it'] })).toBe(true)
  const { token } = await browser.call(api.apiTokens.create, { body: { name: 'Nightly', scope: 'manage' } })
  const authorization = `Bearer ${token}`
  const removeAll = () => fetch(app.url + api.tasks.removeAll.path, { method: 'DELETE', headers: { authorization } })
  expect((await removeAll()).status).toBe(204)
  clock = new Date(Date.now() + MAX_SESSION_MS)
  expect((await removeAll()).status).toBe(403)
  clock = undefined
  expect(await isAdminAfter({})).toBe(false)
  const refused = await removeAll()
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({
    message: 'Only administrators may delete all tasks. Ask a member of ops or a member of it.',
  })
  expect(await isAdminAfter({ roles: 'ops' })).toBe(true)
  expect(await isAdminAfter({}, { roles: ['ops'] })).toBe(true)
})
