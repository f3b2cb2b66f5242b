import { generateKeyPairSync } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { startTestApp } from '#tests/support/test-app.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const KEY = JSON.stringify({
  type: 'service_account',
  project_id: 'acme',
  client_email: 'sync@acme.iam.gserviceaccount.com',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
})

/** A key is stored beside the embedded database. */
const startAlone = () => startTestApp({ isEmbedded: true })

test('the embedded spreadsheets pass every check', async () => {
  await using app = await startTestApp()
  const setup = await app.member.call(api.googleSetup.get, {})
  expect(setup).toMatchObject({ spreadsheets: 'embedded', account: null, credentials: 'none' })
  expect(setup.checks.filter(({ state }) => state !== 'ok').map(({ name }) => name)).toEqual(['mode'])
  expect(setup.redirect_urls).toContain(`${app.url}/auth/callback`)
})

test.each([
  { answer: 'revoked', text: /credentials/ },
  { answer: 'unavailable', text: /unavailable/ },
  { answer: 'dropped', text: /connection/ },
] as const)('the check of the API says that it answers $answer', async ({ answer, text }) => {
  await using app = await startTestApp()
  app.emulator.faults.add({ effect: { answer } })
  const { checks } = await app.member.call(api.googleSetup.get, {})
  const check = checks.find(({ name }) => name === 'api')
  expect(check).toMatchObject({ state: 'failed', text: expect.stringMatching(text) })
})

test('a stored key is used at once, kept from other users of the machine, and never sent', async () => {
  await using app = await startAlone()
  const { account } = await app.member.call(api.googleSetup.saveKey, { body: { key: KEY } })
  expect(account).toBe('sync@acme.iam.gserviceaccount.com')
  expect((await app.member.call(api.operations.info, {})).spreadsheet_url).toContain('docs.google.com')
  expect(app.context.connection.current).toMatchObject({ isKeyStored: true, sheets: { api: expect.anything() } })
  const { mode } = await stat(join(app.dataDir, 'google-key.json'))
  expect(mode & 0o777).toBe(0o600)
  const saved = await app.member.send(api.googleSetup.saveKey, { body: { key: KEY } })
  expect(await saved.text()).not.toContain('PRIVATE KEY')

  await app.member.call(api.googleSetup.removeKey, {})
  expect(await app.member.call(api.googleSetup.get, {})).toMatchObject({
    spreadsheets: 'embedded',
    credentials: 'none',
  })
  expect(await readdir(app.dataDir)).not.toContain('google-key.json')

  const entries = (await app.member.call(api.activity.list, { query: {} })).entries.filter(
    ({ kind }) => kind !== 'signed_in',
  )
  const subject = 'sync@acme.iam.gserviceaccount.com'
  expect(entries.map((entry) => [entry.kind, entry.subject])).toEqual([
    ['google_key_deleted', subject],
    ['google_key_stored', subject],
    ['google_key_stored', subject],
  ])
  expect(JSON.stringify(entries)).not.toContain('PRIVATE KEY')
})

test.each([
  { name: 'no JSON', key: 'nonsense' },
  { name: 'a program to run', key: JSON.stringify(workload({ executable: { command: '/bin/true' } })) },
  { name: 'a server to call', key: JSON.stringify(workload({ url: 'http://169.254.169.254/' })) },
])('refuses a key that is $name', async ({ key }) => {
  await using app = await startAlone()
  const refused = await app.member.send(api.googleSetup.saveKey, { body: { key } })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ fields: { key: expect.stringContaining('service account') } })
})

test.each([{ name: 'the settings decide', env: { SHEETS: 'embedded' } }])(
  'refuses a key where $name, and says so on the page',
  async ({ env }) => {
    await using app = await startTestApp({ env })
    expect((await app.member.send(api.googleSetup.saveKey, { body: { key: KEY } })).status).toBe(409)
    expect((await app.member.call(api.googleSetup.get, {})).key_refusal).toMatch(/SHEETS/)
  },
)

test('a visitor learns nothing and stores nothing', async () => {
  await using app = await startTestApp()
  expect((await app.visitor.send(api.googleSetup.get, {})).status).toBe(401)
  expect((await app.visitor.send(api.googleSetup.saveKey, { body: { key: KEY } })).status).toBe(401)
})

test('two spreadsheets are checked without changing them', async () => {
  await using app = await startTestApp()
  const [source, target] = [await createSpreadsheet(app), await createSpreadsheet(app)]
  const check = () =>
    app.member.call(api.googleSetup.checkSpreadsheets, { body: { source_ss_id: source, target_ss_id: target } })
  const fine = { title: 'Ledger', tabs: ['Sheet1'], can_read: true, problem: null }
  expect(await check()).toMatchObject({ source: { ...fine, can_write: null }, target: { ...fine, can_write: true } })
  const { data } = await app.sheets.spreadsheets.values.get({ spreadsheetId: target, range: 'A1' })
  expect(data.values).toEqual([['kept']])

  app.emulator.faults.add({ kind: 'write', effect: { answer: 'permission_denied' } })
  expect((await check()).target).toMatchObject({
    can_read: true,
    can_write: false,
    problem: expect.stringContaining('as an Editor'),
  })
  app.emulator.faults.add({ spreadsheetId: source, effect: { answer: 'permission_denied' } })
  expect((await check()).source).toMatchObject({
    title: null,
    can_read: false,
    problem: expect.stringContaining('Share'),
  })
})

async function createSpreadsheet({ sheets }: TestApp): Promise<string> {
  const { data } = await sheets.spreadsheets.create({ requestBody: { properties: { title: 'Ledger' } } })
  const spreadsheetId = data.spreadsheetId ?? ''
  await sheets.spreadsheets.values.update({
    spreadsheetId,
    range: 'A1',
    valueInputOption: 'RAW',
    requestBody: { values: [['kept']] },
  })
  return spreadsheetId
}

function workload(credential_source: object) {
  return {
    type: 'external_account',
    audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/p',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    token_url: 'http://127.0.0.1:9/token',
    credential_source,
  }
}
