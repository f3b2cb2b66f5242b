import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { BUILT_FOLDER, buildServer } from '#tests/support/built-server.ts'
import { startCompanyNetwork } from '#tests/support/company-network.ts'
import { runToEnd } from '#tests/support/run-to-end.ts'
import { copyKeys, openTestDatabase } from '#tests/support/test-database.ts'
import { untilRunning } from '#tests/support/until-running.ts'

const KEY = {
  type: 'service_account',
  client_email: 'robot@p.example',
  private_key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
}

beforeAll(buildServer)

interface AppProcess extends AsyncDisposable {
  url: string
}

async function startApp(env: Record<string, string>): Promise<AppProcess> {
  await using parts = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'nano-sync-behind-'))
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  const database = parts.use(await openTestDatabase(folder))
  copyKeys(folder)
  const settings = {
    PORT: '0',
    SAMPLES: 'none',
    DATA_DIR: folder,
    ...database.env,
  }
  const child = spawn(process.execPath, [join(BUILT_FOLDER, 'main.js')], {
    env: { PATH: process.env['PATH'], ...settings, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  parts.defer(async () => {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  })
  const url = await untilRunning(child)
  const running = parts.move()
  return { url, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

test('signing in with Google goes through the proxy', async () => {
  await using network = await startCompanyNetwork()
  const client = { OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b', ALLOWED_EMAILS: '@a.example' }
  await using app = await startApp({ ...network.env, ...client })
  const { headers } = await new ApiClient(app.url).send(api.auth.login, { query: {} })
  const location = new URL(headers.get('location') ?? '')
  expect(location.origin + location.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth')
  expect(location.searchParams.get('scope')).toBe('openid email profile')
  expect(location.searchParams.get('prompt')).toBe('select_account')
  expect(network.hosts).toEqual(['accounts.google.com:443'])
})

test('the embedded spreadsheets and sign-in are reached without the proxy', async () => {
  await using network = await startCompanyNetwork()
  await using app = await startApp(network.env)
  const browser = new ApiClient(app.url)
  await browser.signIn('ann@example.com')
  const unknown = browser.call(api.spreadsheets.get, { params: { id: 'unknown' } })
  await expect(unknown).rejects.toMatchObject({ reply: { code: 'not_found' } })
  expect(network.hosts).toEqual([])
})

// Test refusals first, because an open connection is reused without asking the proxy.
test('a run says which connection the proxy refused; those that it makes lead to Google, whose certificate is trusted', async () => {
  await using network = await startCompanyNetwork()
  network.refuse('oauth2.googleapis.com:443')
  await using app = await startApp({ ...network.env, GOOGLE_CREDENTIALS_JSON: JSON.stringify(KEY) })
  const browser = new ApiClient(app.url)
  await browser.signIn('ann@example.com')
  const type = await browser.call(api.taskTypes.create, { body: buildTaskTypeFields({ max_retries: 0 }) })
  const task = await browser.call(api.tasks.create, { body: buildTaskFields({ sync_task_type_id: type.id }) })
  const lastMessage = async () => (await runToEnd(browser, task.id)).latest_log?.message
  const refusedBy = (who: string) => `A proxy or firewall answered instead of ${who} (status 407). Ask your network`
  expect(await lastMessage()).toContain(refusedBy("Google's sign-in service"))
  network.refuse('sheets.googleapis.com:443')
  expect(await lastMessage()).toContain(refusedBy('Google'))
  network.refuse(undefined)
  const { title } = await browser.call(api.spreadsheets.get, { params: { id: 'behind-the-proxy' } })
  expect(title).toBe('Behind the proxy')
  const asked = ['oauth2.googleapis.com:443', 'sheets.googleapis.com:443']
  expect(network.hosts).toEqual(expect.arrayContaining(asked))
})
