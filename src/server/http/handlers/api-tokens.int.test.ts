import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { TokenScope } from '#contract/api-token.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { readConfig } from '#server/config/config.ts'
import { start } from '#server/start/start.ts'
import { alertChannels, alertDeliveries, alerts, apiTokens } from '#server/storage/schema.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { MEMBER_EMAIL, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

let clock = new Date('2030-03-04T05:06:07Z')
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: () => clock })
})
afterAll(() => app[Symbol.asyncDispose]())

let tokenCount = 0
async function createToken(scope: TokenScope, owner: ApiClient = app.member) {
  tokenCount += 1
  return owner.call(api.apiTokens.create, { body: { name: `Token ${tokenCount}`, scope } })
}

/** Calls the app as a program, with a token and without a cookie. */
async function fetchWith(token: string, path: string, { headers = {}, ...init }: RequestInit = {}) {
  const response = await fetch(app.url + path, { ...init, headers: { authorization: `Bearer ${token}`, ...headers } })
  const { code, message } = (await response.json().catch(() => ({}))) as { code?: string; message?: string }
  return { status: response.status, code, message }
}

const tasksPath = api.tasks.list.path

test('a token is shown once, and stored as a hash', async () => {
  const { token, id } = await createToken('read')
  expect(token).toMatch(/^nsync_[\w-]{43}$/)
  const listed = await app.member.call(api.apiTokens.list, {})
  expect(listed.find((each) => each.id === id)).toMatchObject({ scope: 'read', last_used_at: null })
  const rows = await app.context.database.orm.select().from(apiTokens)
  expect(JSON.stringify([listed, rows])).not.toContain(token.slice('nsync_'.length))
})

test('a token works for 90 days unless it was created for another time', async () => {
  const { token, expires_at } = await createToken('read')
  const signedInAt = clock
  expect(new Date(expires_at).getTime() - clock.getTime()).toBe(90 * DAY_MS)
  clock = new Date(expires_at)
  expect(await fetchWith(token, tasksPath)).toEqual({
    status: 401,
    code: 'unauthenticated',
    message: 'This API token expired on 2030-06-02. Create a new one under Settings › API tokens.',
  })
  clock = signedInAt
  expect((await fetchWith(token, tasksPath)).status).toBe(200)
})

test('a revoked token stops working at once, and says why', async () => {
  const { token, id } = await createToken('manage')
  expect((await fetchWith(token, tasksPath)).status).toBe(200)
  await app.member.call(api.apiTokens.revoke, { params: { id } })
  expect(await fetchWith(token, tasksPath)).toMatchObject({
    status: 401,
    message: 'This API token is unknown or was revoked. Create a new one under Settings › API tokens.',
  })
  expect((await fetchWith(token, api.auth.check.path)).status).toBe(401)
})

test('creating a token takes a sign-in within the last hour', async () => {
  const [signedInAt, old] = [clock, app.newVisitor()]
  await old.signIn('old@example.com')
  const body = { name: 'cron', scope: 'read' } as const
  clock = new Date(signedInAt.getTime() + HOUR_MS)
  const refused = await old.send(api.apiTokens.create, { body })
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining('Sign in again') })
  await old.signIn('old@example.com')
  expect((await old.send(api.apiTokens.create, { body })).status).toBe(201)
  clock = signedInAt
})

test('the channels of its owner, and no others, report a new token', async () => {
  const { orm } = app.context.database
  const fixed = { kind: 'email', isOn: true, digest: 'never', createdAt: clock } as const
  const channel = { ...fixed, kinds: [] }
  const channels = await orm
    .insert(alertChannels)
    .values([
      { ...channel, name: 'her own', createdBy: MEMBER_EMAIL, recipients: ['ops@example.com'] },
      { ...channel, name: 'mails to her', createdBy: 'eve@example.com', recipients: [MEMBER_EMAIL] },
      { ...channel, name: 'of others', createdBy: 'eve@example.com', recipients: ['eve@example.com'] },
    ])
    .returning()
  await createToken('manage')
  const deliveries = await orm
    .select({ channelId: alertDeliveries.channelId, content: alerts.content })
    .from(alertDeliveries)
    .innerJoin(alerts, eq(alerts.id, alertDeliveries.alertId))
    .orderBy(alertDeliveries.channelId)
  expect(deliveries.map(({ channelId }) => channelId)).toEqual([channels[0]?.id, channels[1]?.id])
  expect(deliveries[0]?.content.title).toBe(`A new API token acts for ${MEMBER_EMAIL}: Token ${tokenCount}`)
  await orm.delete(alertChannels)
})

test('nobody has the tokens of others among their own', async () => {
  await createToken('read')
  const eve = app.newVisitor()
  await eve.signIn('eve@example.com')
  expect(await eve.call(api.apiTokens.list, {})).toEqual([])
})

test('each scope includes the ones before, and a refusal names the scope that is needed', async () => {
  const run = { method: 'POST' }
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  const [read, runs, manage] = [await createToken('read'), await createToken('run'), await createToken('manage')]
  expect((await fetchWith(read.token, tasksPath)).status).toBe(200)
  expect(await fetchWith(read.token, api.tasks.stopAll.path, run)).toEqual({
    status: 403,
    code: 'forbidden',
    message: 'This API token may only read. Use one with the scope run.',
  })
  expect((await fetchWith(runs.token, api.tasks.stopAll.path, run)).status).toBe(200)
  expect((await fetchWith(runs.token, tasksPath, post)).status).toBe(403)
  expect((await fetchWith(manage.token, tasksPath, post)).code, 'the input is looked at').toBe('invalid')
})

test('a token that may only read sees no addresses of colleagues, and one that may run undoes nothing', async () => {
  const [read, runs] = [await createToken('read'), await createToken('run')]
  const kim = app.newVisitor()
  await kim.signIn('kim@example.com')
  const { id } = await kim.call(api.taskTypes.create, { body: { name: 'Ledgers' } })
  const ends = { source_ss_id: 'source', target_ss_id: 'target' }
  await kim.call(api.tasks.create, { body: { sync_task_type_id: id, name: 'kim@example.com of sales', ...ends } })
  const bodyFor = async (token: string, path: string) =>
    await (await fetch(app.url + path, { headers: { authorization: `Bearer ${token}` } })).text()
  // Includes a list shared by everybody else, in any order.
  for (const path of [tasksPath, api.activity.list.path]) {
    expect(await bodyFor(runs.token, path)).toContain('kim@example.com')
    expect(await bodyFor(read.token, path)).not.toContain('kim@example.com')
    expect(await bodyFor(runs.token, path)).toContain('kim@example.com')
  }
  expect(await bodyFor(read.token, api.auth.check.path)).toContain(MEMBER_EMAIL)
  expect((await fetchWith(read.token, api.devLogs.files.path)).status).toBe(403)
  const undo = api.changeSets.undo.path.replace(':id', '1').replace(':run', '1')
  expect(await fetchWith(runs.token, undo, { method: 'POST' })).toMatchObject({ status: 403 })
})

test('a token needs no origin check, and is not accepted as a cookie or in the address', async () => {
  const { token } = await createToken('run')
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://scripts.example' }
  expect((await fetchWith(token, api.tasks.stopAll.path, { method: 'POST', headers: foreign })).status).toBe(200)
  const cookie = await fetch(app.url + tasksPath, { headers: { cookie: `nano_sync_session=${token}` } })
  expect(cookie.status).toBe(401)
  expect((await fetch(`${app.url}${tasksPath}?access_token=${token}`)).status).toBe(401)
})

test('a token that cannot be used is refused even beside a valid session', async () => {
  const response = await app.member.fetch(tasksPath, { headers: { authorization: 'Bearer nsync_unknown' } })
  expect(response.status).toBe(401)
})

test('the last use is recorded once a minute', async () => {
  const { token, id } = await createToken('read')
  const lastUsedAt = async () =>
    (await app.member.call(api.apiTokens.list, {})).find((each) => each.id === id)?.last_used_at
  const usedAt = clock
  await fetchWith(token, tasksPath)
  clock = new Date(usedAt.getTime() + 59_999)
  await fetchWith(token, tasksPath)
  expect(await lastUsedAt()).toBe(usedAt.toISOString())
  clock = new Date(usedAt.getTime() + HOUR_MS)
  await fetchWith(token, tasksPath)
  expect(await lastUsedAt()).toBe(clock.toISOString())
  clock = usedAt
})

test('a user can have 50 tokens, also if they are created at once', async () => {
  const owner = app.newVisitor()
  await owner.signIn('collector@example.com')
  const created = await Promise.allSettled(Array.from({ length: 80 }, () => createToken('read', owner)))
  expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
  expect(await owner.call(api.apiTokens.list, {})).toHaveLength(50)
  const response = await owner.send(api.apiTokens.create, { body: { name: 'One more', scope: 'read' } })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ message: expect.stringContaining('50 API tokens') })
})

test('requests are counted by person, whichever of their tokens they come with', async () => {
  const [busy, idle] = [await createToken('read'), await createToken('read')]
  const remaining = async (token: string) => {
    const response = await fetch(app.url + tasksPath, { headers: { authorization: `Bearer ${token}` } })
    return Number(response.headers.get('x-ratelimit-remaining'))
  }
  const first = await remaining(busy.token)
  expect(first).toBeGreaterThan(0)
  expect(await remaining(busy.token)).toBe(first - 1)
  expect(await remaining(idle.token)).toBe(first - 2)
})

test('a token of someone who may not sign in any more stops working', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-tokens-'))
  await using parts = new AsyncDisposableStack()
  parts.defer(() => rm(dataDir, { recursive: true, force: true }))
  const database = parts.use(await openTestDatabase(dataDir))
  const settings = { PORT: '0', DATA_DIR: dataDir, SAMPLES: 'none', ...database.env }
  let token = ''
  {
    await using before = await start(readConfig({ ...settings, ALLOWED_EMAILS: 'ada@example.com' }))
    const ada = new ApiClient(before.url)
    await ada.signIn('ada@example.com')
    token = (await ada.call(api.apiTokens.create, { body: { name: 'Nightly', scope: 'manage' } })).token
  }
  await using after = await start(readConfig({ ...settings, ALLOWED_EMAILS: 'grace@example.com' }))
  const response = await fetch(after.url + tasksPath, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ message: expect.stringContaining('may not sign in any more') })
})

test('the log names the token that made a change, and never contains it', async () => {
  const { token, name } = await createToken('run')
  await fetchWith(token, api.tasks.stopAll.path, { method: 'POST' })
  const log = await readFile(join(app.dataDir, 'logs', 'nano_sync_out'), 'utf8')
  expect(log).toContain(`"token":"${name}"`)
  expect(log).not.toContain(token)
})
