import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmulator } from '@nano-sync/sheets-emulator'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { readConfig } from '#server/config/config.ts'
import { start } from '#server/start/start.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { users } from '#server/storage/schema.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startSheetsOidcProvider } from '#tests/support/sheets-oidc-provider.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

const PUBLIC_URL = 'https://nano.example'

async function startWithSheetsSignIn() {
  await using parts = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-addresses-'))
  parts.defer(() => rm(dataDir, { recursive: true, force: true }))
  const database = parts.use(await openTestDatabase(dataDir))
  const provider = parts.use(await startSheetsOidcProvider({ publicUrl: PUBLIC_URL }))
  const emulator = parts.use(await startEmulator({ host: '127.0.0.1', port: 0, now: () => new Date() }))
  const settings = { PORT: '0', DATA_DIR: dataDir, SHEETS_API_URL: emulator.url, ...database.env }
  const startApp = (env = {}) => start(readConfig({ ...settings, ...provider.env, ...env }))
  const app = parts.use(await startApp())
  const running = parts.move()
  return { app, provider, emulator, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

let world: Awaited<ReturnType<typeof startWithSheetsSignIn>>
beforeAll(async () => {
  world = await startWithSheetsSignIn()
})
afterAll(() => world[Symbol.asyncDispose]())

/** A browser where a person has signed in with an address. */
async function signedIn(subject: string, email: string) {
  const browser = new ApiClient(world.app.url)
  await world.provider.signIn({ browser, email, subject })
  const { state } = await browser.call(api.access.get, {})
  if (state !== 'connected') await world.provider.connect({ browser, email, subject })
  const readUser = async () => (await browser.call(api.auth.check, {})).user?.email
  return { browser, stateBefore: state, readUser }
}

let taskCount = 0
async function createTask(browser: ApiClient, accounts: string): Promise<number> {
  taskCount += 1
  const type = await browser.call(api.taskTypes.create, { body: buildTaskTypeFields({ name: `Type ${taskCount}` }) })
  const sheets = { source_ss_id: `source-${taskCount}`, target_ss_id: `target-${taskCount}` }
  const body = { sync_task_type_id: type.id, ...sheets, relevant_user_accounts: accounts }
  return (await browser.call(api.tasks.create, { body })).id
}

async function accountsOfTask(id: number) {
  const { createdBy, relevantUserAccounts } = tasks
  const orm = world.app.context.database.orm
  return (await orm.select({ createdBy, relevantUserAccounts }).from(tasks).where(eq(tasks.id, id)))[0]
}

/** Finds whose access a task of this address uses; undefined if it uses nobody's access. */
async function findUsedAccess(email: string): Promise<string | undefined> {
  world.emulator.requests.clear()
  const { signal } = new AbortController()
  await world.app.context.google.describe('missing', { requestedBy: email, signal }).catch(() => undefined)
  // A task just saved may be looked up at the same time.
  const request = world.emulator.requests.entries.find(({ spreadsheetId }) => spreadsheetId === 'missing')
  return request && (await world.provider.readEmail(request.account))
}

test('the next owner of an address gets neither session, nor access, nor tasks of the previous one', async () => {
  const { browser: maria } = await signedIn('person-7', 'maria@example.com')
  await maria.call(api.access.update, { body: { lending: 'everyone' } })
  const before = await signedIn('person-1', 'sam@example.com')
  const id = await createTask(before.browser, 'Sam@example.com, maria@example.com')
  expect(await findUsedAccess('sam@example.com')).toBe('sam@example.com')

  const after = await signedIn('person-2', 'sam@example.com')
  expect(after.stateBefore).toBe('not_connected')
  expect(await after.readUser()).toBe('sam@example.com')
  expect(await before.readUser()).toBeUndefined()
  const task = await accountsOfTask(id)
  expect(task?.createdBy).toMatch(/^sam@example\.com\(former-\d+\)$/)
  expect(task?.relevantUserAccounts).toBe(`${task?.createdBy}, maria@example.com`)
})

test('access cached for an address is not used for its next owner', async () => {
  await signedIn('person-3', 'pat@example.com')
  expect(await findUsedAccess('pat@example.com')).toBe('pat@example.com')
  const browser = new ApiClient(world.app.url)
  await world.provider.signIn({ browser, email: 'pat@example.com', subject: 'person-4' })
  expect(await findUsedAccess('pat@example.com')).toBeUndefined()
})

test('tasks, access and sessions follow a person to a new address, and back from a lost one', async () => {
  const first = await signedIn('person-5', 'kim@example.com')
  const id = await createTask(first.browser, 'kim@example.com')
  const second = await signedIn('person-5', 'kim.lee@example.com')
  expect(second.stateBefore).toBe('connected')
  expect(await first.readUser()).toBe('kim.lee@example.com')
  expect(await accountsOfTask(id)).toEqual({
    createdBy: 'kim.lee@example.com',
    relevantUserAccounts: 'kim.lee@example.com',
  })
  expect(await findUsedAccess('kim.lee@example.com')).toBe('kim.lee@example.com')
  expect(await findUsedAccess('kim@example.com')).toBeUndefined()

  await signedIn('person-6', 'kim.lee@example.com')
  expect((await accountsOfTask(id))?.createdBy).toContain('(former-')
  await signedIn('person-5', 'kim@example.com')
  expect(await accountsOfTask(id)).toEqual({ createdBy: 'kim@example.com', relevantUserAccounts: 'kim@example.com' })
})

test('alert channels follow a person to a new address, and are off for the next owner of the old one', async () => {
  const first = await signedIn('person-14', 'uma@example.com')
  const channel = { name: 'Of Uma', kind: 'webhook', url: 'https://hooks.example.com/in' } as const
  await first.browser.call(api.alertChannels.create, { body: channel })
  const shownTo = async (browser: ApiClient) => {
    const [shown] = (await browser.call(api.alertChannels.list)).channels
    return { created_by: shown?.created_by, is_on: shown?.is_on }
  }
  const second = await signedIn('person-14', 'uma.lee@example.com')
  expect(await shownTo(second.browser)).toEqual({ created_by: 'uma.lee@example.com', is_on: true })
  const { browser } = await signedIn('person-15', 'uma.lee@example.com')
  const shown = await eventually({
    what: 'the channel to be turned off',
    read: () => shownTo(browser),
    until: ({ is_on }) => is_on === false,
  })
  expect(shown.created_by).toMatch(/^uma\.lee@example\.com\(former-\d+\)$/)
})

test('the first sign-in with an address that was known by address only keeps its tasks', async () => {
  const { orm } = world.app.context.database
  const at = new Date()
  const lou = {
    email: 'lou@example.com',
    name: 'Lou',
    lending: 'everyone',
    firstSignInAt: at,
    lastSignInAt: at,
  } as const
  await orm.insert(users).values(lou)
  const other = await signedIn('person-7', 'maria@example.com')
  const id = await createTask(other.browser, 'lou@example.com')
  await signedIn('person-8', 'lou@example.com')
  expect((await accountsOfTask(id))?.relevantUserAccounts).toBe('lou@example.com')
  const [row] = await orm.select().from(users).where(eq(users.email, 'lou@example.com'))
  expect(row).toMatchObject({ issuer: world.provider.client.issuer, subject: 'person-8', firstSignInAt: at })
})

test('someone who changes to an address known by address only takes it over', async () => {
  const { orm } = world.app.context.database
  const at = new Date()
  await orm.insert(users).values({ email: 'new@example.com', name: 'New', firstSignInAt: at, lastSignInAt: at })
  await signedIn('person-9', 'old@example.com')
  const moved = await signedIn('person-9', 'new@example.com')
  expect(await moved.readUser()).toBe('new@example.com')
  expect(await orm.select().from(users).where(eq(users.subject, 'person-9'))).toHaveLength(1)
  expect(await orm.select().from(users).where(eq(users.email, 'old@example.com'))).toEqual([])
})

test('a person known through a provider that is no longer used keeps their tasks, but not its access or sessions', async () => {
  const { orm } = world.app.context.database
  const before = await signedIn('person-10', 'max@example.com')
  const id = await createTask(before.browser, 'max@example.com')
  await orm.update(users).set({ issuer: 'https://previous.example' }).where(eq(users.email, 'max@example.com'))
  expect(await before.readUser()).toBeUndefined()
  expect(await findUsedAccess('max@example.com')).toBeUndefined()
  const after = await signedIn('person-11', 'max@example.com')
  expect(after.stateBefore).toBe('not_connected')
  expect((await accountsOfTask(id))?.createdBy).toBe('max@example.com')
  expect(await before.readUser()).toBeUndefined()
})
