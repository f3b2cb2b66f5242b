import { generateKeyPairSync } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { HOUR_MS } from '#domain/time.ts'
import { makeAlerts } from '#server/alerts/make-alerts.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { startCompanyNetwork } from '#tests/support/company-network.ts'
import { createSpreadsheet } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const KEY = JSON.stringify({
  type: 'service_account',
  project_id: 'acme',
  client_email: 'sync@acme.iam.gserviceaccount.com',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
})

/** Uses the embedded database, because a key is stored beside it. */
const startAlone = () => startTestApp({ isEmbedded: true })

describe('without a key', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterEach(() => app.emulator.faults.clear())
  afterAll(() => app[Symbol.asyncDispose]())

  test('with the embedded spreadsheets, no check fails', async () => {
    const setup = await app.member.call(api.googleSetup.get, {})
    expect(setup).toMatchObject({ spreadsheets: 'embedded', account: null, credentials: 'none' })
    expect(setup.checks.filter(({ state }) => state !== 'ok').map(({ name }) => name)).toEqual(['mode', 'api', 'drive'])
    expect(setup.redirect_urls).toContain(`${app.url}/auth/callback`)
  })

  test.each([
    { answer: 'revoked', text: /credentials/ },
    { answer: 'unavailable', text: /unavailable/ },
    { answer: 'dropped', text: /connection/ },
  ] as const)('the check of the API says that it answers $answer', async ({ answer, text }) => {
    app.emulator.faults.add({ effect: { answer } })
    const { checks } = await app.member.call(api.googleSetup.get, {})
    const check = checks.find(({ name }) => name === 'api')
    expect(check).toMatchObject({ state: 'failed', text: expect.stringMatching(text) })
  })

  test('nothing claims to be connected before anything is', async () => {
    const { checks } = await app.member.call(api.googleSetup.get, {})
    expect(checks.find(({ name }) => name === 'api')).toMatchObject({
      state: 'waiting',
      text: 'Not connected: built-in spreadsheets are used.',
    })
  })

  test('a visitor learns nothing and stores nothing', async () => {
    expect((await app.visitor.send(api.googleSetup.get, {})).status).toBe(401)
    expect((await app.visitor.send(api.googleSetup.saveKey, { body: { key: KEY } })).status).toBe(401)
  })

  test('two spreadsheets are checked without changing them', async () => {
    const kept = { title: 'Ledger', values: [['kept']] }
    const [source, target] = [await createSpreadsheet(app.sheets, kept), await createSpreadsheet(app.sheets, kept)]
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
})

test('a stored key is used at once, kept from other users of the machine, and never sent', async () => {
  await using network = await startCompanyNetwork()
  using _ = network.enter()
  await using app = await startAlone()
  const { account } = await app.member.call(api.googleSetup.saveKey, { body: { key: KEY } })
  expect(account).toBe('sync@acme.iam.gserviceaccount.com')
  expect(await app.member.call(api.operations.info, {})).toMatchObject({
    spreadsheets: 'google',
    spreadsheet_url: expect.stringContaining('docs.google.com'),
  })
  expect((await app.member.send(api.spreadsheets.createSample, {})).status).toBe(409)
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

test('a key with which Google issues no token is refused, and changes nothing', async () => {
  await using network = await startCompanyNetwork({ refusesKeys: true })
  using _ = network.enter()
  await using app = await startAlone()
  const unusable = JSON.stringify({ ...JSON.parse(KEY), private_key: 'nonsense' })
  for (const key of [KEY, unusable]) {
    const refused = await app.member.send(api.googleSetup.saveKey, { body: { key, tasks: 'deactivate' } })
    expect(refused.status).toBe(400)
    const { fields } = (await refused.json()) as { fields: { key: string } }
    expect(fields.key).toMatch(/sync@acme\.iam\.gserviceaccount\.com.*(Create a new key|Check its key file)/)
  }
  expect(await readdir(app.dataDir)).not.toContain('google-key.json')
  expect(app.context.connection.current).toMatchObject({ isKeyStored: false, sharedAccount: undefined })
  expect((await app.member.call(api.activity.list, { query: { kind: 'google_key_stored' } })).entries).toEqual([])
})

test('storing a key shows which tasks it changes, offers to deactivate them, and is reported to everybody', async () => {
  await using network = await startCompanyNetwork()
  using _ = network.enter()
  await using app = await startAlone()
  const { member } = app
  const type = await member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const add = (name: string) =>
    member.call(api.tasks.create, { body: buildTaskFields({ sync_task_type_id: type.id, name }) })
  const tasks = [await add('Ledger'), await add('Stock'), await add('Paused')]
  await member.call(api.tasks.toggleActive, { params: { id: tasks[2]?.id ?? 0 }, body: { is_active: false } })
  const key_effects = { changed_count: 2, changed: ['Ledger', 'Stock'], unchanged_count: 0 }
  expect(await member.call(api.googleSetup.get, {})).toMatchObject({ key_effects })
  const activeNames = async () =>
    (await member.call(api.tasks.list, { query: {} })).syncTasks
      .filter((task) => task.is_active)
      .map(({ name }) => name)

  expect(await member.call(api.googleSetup.saveKey, { body: { key: KEY } })).toMatchObject({ key_effects })
  expect(await activeNames()).toEqual(['Ledger', 'Stock'])
  await member.call(api.googleSetup.removeKey, {})
  await member.call(api.googleSetup.saveKey, { body: { key: KEY, tasks: 'deactivate' } })
  expect(await activeNames()).toEqual([])

  const at = new Date(app.context.now().getTime() + HOUR_MS)
  const alerts = await makeAlerts(app.context.database.orm, { now: at, snoozePath: (id) => id })
  const account = 'sync@acme.iam.gserviceaccount.com'
  expect(alerts.map(({ title, reason }) => `${title} ${reason}`).join()).toContain(
    `ada@example.com stored a Google key. 2 active tasks that would read and write as ${account} were deactivated.`,
  )
  const { entries } = await member.call(api.activity.list, { query: { kind: 'google_key_stored' } })
  expect(entries[0]).toMatchObject({ count: 2, changes: [{ field: 'is_active', before: 'true', after: 'false' }] })
})

describe('an app that could store a key', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startAlone()
  })
  afterAll(() => app[Symbol.asyncDispose]())

  test.each([
    { name: 'no JSON', key: 'nonsense' },
    { name: 'a program to run', key: JSON.stringify(workload({ executable: { command: '/bin/true' } })) },
    { name: 'a server to call', key: JSON.stringify(workload({ url: 'http://169.254.169.254/' })) },
  ])('refuses a key that is $name', async ({ key }) => {
    const refused = await app.member.send(api.googleSetup.saveKey, { body: { key } })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ fields: { key: expect.stringContaining('service account') } })
  })
})

test.each([{ name: 'the settings decide', env: { SHEETS: 'embedded' } }])(
  'refuses a key where $name, and says so on the page',
  async ({ env }) => {
    await using app = await startTestApp({ env })
    expect((await app.member.send(api.googleSetup.saveKey, { body: { key: KEY } })).status).toBe(409)
    expect((await app.member.call(api.googleSetup.get, {})).key_refusal).toMatch(/SHEETS/)
  },
)

function workload(credential_source: object) {
  return {
    type: 'external_account',
    audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/p',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    token_url: 'http://127.0.0.1:9/token',
    credential_source,
  }
}
