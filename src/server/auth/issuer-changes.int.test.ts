import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { readConfig } from '#server/config/config.ts'
import { type App, start } from '#server/start/start.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { type SheetsOidcProvider, startSheetsOidcProvider } from '#tests/support/sheets-oidc-provider.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

const BOSS = 'boss@example.com'

const parts = new AsyncDisposableStack()
let provider: SheetsOidcProvider
let startApp: (env?: Record<string, string>) => Promise<App>
beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-issuers-'))
  parts.defer(() => rm(dataDir, { recursive: true, force: true }))
  const database = parts.use(await openTestDatabase(dataDir))
  provider = parts.use(await startSheetsOidcProvider({ publicUrl: 'https://nano.example' }))
  const settings = { PORT: '0', DATA_DIR: dataDir, SAMPLES: 'none', SHEETS_API_URL: 'http://127.0.0.1:9' }
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', SMTP_FROM: 'sync@example.com' }
  startApp = (env = {}) => start(readConfig({ ...settings, ...mail, ...database.env, ...env }))
})
afterAll(() => parts.disposeAsync())

/** Signs in with a colleague's address at the embedded sign-in, and creates everything that acts for an address. */
async function actAsBoss(pilot: App): Promise<string> {
  const browser = new ApiClient(pilot.url)
  await browser.signIn(BOSS)
  const channel = { name: 'To a stranger', kind: 'webhook', url: 'https://hooks.example.com/in' } as const
  await browser.call(api.alertChannels.create, { body: channel })
  await browser.call(api.myAlerts.update, { body: { tasks: ['mine'], kinds: ['failed'], quiet_hours: null } })
  await browser.call(api.access.update, { body: { lending: 'everyone' } })
  return (await browser.call(api.apiTokens.create, { body: { name: 'ci', scope: 'manage' } })).token
}

test('nothing that acted for an address goes on once its owner signs in with another provider', async () => {
  const pilot = await startApp()
  const token = await actAsBoss(pilot)
  const keeper = new ApiClient(pilot.url)
  await keeper.signIn('keeper@example.com')
  await keeper.call(api.alertChannels.create, { body: { name: 'To the boss', kind: 'email', recipients: [BOSS] } })
  await pilot[Symbol.asyncDispose]()

  await using app = await startApp({ ...provider.env, ADMINS: BOSS })
  const sendWithToken = () =>
    fetch(app.url + api.tasks.removeAll.path, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
  expect((await sendWithToken()).status).toBe(401)
  const boss = new ApiClient(app.url)
  await provider.signIn({ browser: boss, email: BOSS, subject: 'person-1' })

  expect((await sendWithToken()).status).toBe(401)
  expect(await boss.call(api.apiTokens.list, {})).toEqual([])
  const { channels } = await boss.call(api.alertChannels.list)
  expect(channels.map(({ name, is_on, recipients, problem }) => ({ name, is_on, recipients, problem }))).toEqual([
    { name: 'To a stranger', is_on: false, recipients: [], problem: expect.stringContaining('sign-in provider') },
    { name: 'To the boss', is_on: true, recipients: [BOSS], problem: null },
  ])
  expect((await boss.call(api.myAlerts.get)).tasks).toEqual([])
  expect((await boss.call(api.access.get, {})).lending).toBe('nobody')
  const { entries } = await boss.call(api.activity.list, { query: { kind: 'issuer_changed' } })
  expect(entries).toMatchObject([{ who: BOSS, subject: BOSS, count: 3, address: '127.0.0.1' }])
  expect(entries[0]?.changes).toEqual([
    { field: 'api_tokens', before: 'ci', after: '' },
    { field: 'alert_channels', before: 'To a stranger, My alerts', after: '' },
    { field: 'lending', before: 'everyone', after: 'nobody' },
  ])

  const { token: own } = await boss.call(api.apiTokens.create, { body: { name: 'ci', scope: 'manage' } })
  await provider.signIn({ browser: new ApiClient(app.url), email: BOSS, subject: 'person-1' })
  const headers = { authorization: `Bearer ${own}` }
  expect((await fetch(app.url + api.tasks.list.path, { headers })).status, 'the owner signs in again').toBe(200)
})
