import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { readConfig } from '#server/config/config.ts'
import { start } from '#server/start/start.ts'
import { userTokens } from '#server/storage/schema.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { startSheetsOidcProvider } from '#tests/support/sheets-oidc-provider.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

const PUBLIC_URL = 'https://nano.example'
const EMAIL = 'ada@example.com'
const newSecret = () => randomBytes(32).toString('hex')
const [FIRST, SECOND, TOKENS] = [newSecret(), newSecret(), newSecret()]

const parts = new AsyncDisposableStack()
let env: Record<string, string>
let provider: Awaited<ReturnType<typeof startSheetsOidcProvider>>

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-rotation-'))
  parts.defer(() => rm(dataDir, { recursive: true, force: true }))
  const database = parts.use(await openTestDatabase(dataDir))
  provider = parts.use(await startSheetsOidcProvider({ publicUrl: PUBLIC_URL }))
  env = { PORT: '0', DATA_DIR: dataDir, SHEETS_API_URL: 'http://127.0.0.1:9', ...database.env, ...provider.env }
})
afterAll(() => parts.disposeAsync())

/** Restarts the app with these secrets. Checks whether the browser is signed in and the stored token works. */
async function restart(secrets: Record<string, string>, cookie?: string) {
  await using app = await start(readConfig({ ...env, ...secrets }))
  const browser = new ApiClient(app.url)
  if (cookie === undefined) {
    await provider.signIn({ browser, email: EMAIL })
    await provider.connect({ browser, email: EMAIL })
  } else
    browser.jar.store(new Response(null, { headers: { 'set-cookie': `__Host-nano_sync_session=${cookie}; Path=/` } }))
  const state = await browser.call(api.auth.check, {})
  return {
    cookie: browser.jar.value('__Host-nano_sync_session') ?? '',
    isSignedIn: state.authenticated,
    hasToken: (await app.context.userTokens.find(EMAIL))?.refreshToken !== undefined,
    sealed: (await app.context.database.orm.select().from(userTokens)).map(({ sealed }) => sealed),
  }
}

test('a new session secret beside the old one signs nobody out and loses no token', async () => {
  const before = await restart({ SESSION_SECRET: FIRST })
  expect(before).toMatchObject({ isSignedIn: true, hasToken: true })

  const rotated = await restart({ SESSION_SECRET: `${SECOND},${FIRST}` }, before.cookie)
  expect(rotated).toMatchObject({ isSignedIn: true, hasToken: true })
  expect(rotated.cookie, 'the cookie gets a new signature').not.toBe(before.cookie)
  expect(rotated.sealed, 'the token is encrypted anew').not.toEqual(before.sealed)

  const after = await restart({ SESSION_SECRET: SECOND }, rotated.cookie)
  expect(after).toMatchObject({ isSignedIn: true, hasToken: true, sealed: rotated.sealed })
  const withOldCookie = await restart({ SESSION_SECRET: SECOND }, before.cookie)
  expect(withOldCookie.isSignedIn, 'a cookie of the old secret is worth nothing').toBe(false)
})

test('a secret of their own for tokens makes them independent of the session secret', async () => {
  const before = await restart({ SESSION_SECRET: FIRST })
  const moved = await restart({ SESSION_SECRET: FIRST, TOKEN_SECRET: TOKENS }, before.cookie)
  expect(moved).toMatchObject({ isSignedIn: true, hasToken: true })
  expect(moved.sealed).not.toEqual(before.sealed)
  expect(await restart({ SESSION_SECRET: SECOND, TOKEN_SECRET: TOKENS }, before.cookie)).toMatchObject({
    isSignedIn: false,
    hasToken: true,
  })
  expect((await restart({ SESSION_SECRET: FIRST }, before.cookie)).hasToken).toBe(false)
})
