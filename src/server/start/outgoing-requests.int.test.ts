import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { COMPILED_FOLDER } from '#tests/support/compiled-folder.ts'
import { startHttpProxy } from '#tests/support/http-proxy.ts'
import { runToEnd } from '#tests/support/run-to-end.ts'
import { copyKeys, openTestDatabase } from '#tests/support/test-database.ts'
import { untilRunning } from '#tests/support/until-running.ts'

const MAIN = join(import.meta.dirname, '../main.ts')
const GOOGLE = ['accounts.google.com', 'oauth2.googleapis.com', 'sheets.googleapis.com']
const KEY = {
  type: 'service_account',
  client_email: 'robot@p.example',
  private_key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
}

/**
 * A network from which only a proxy reaches Google, which a machine of the company answers with its own certificate.
 * `refused` is the host and port to which the proxy does not connect.
 */
async function startCompanyNetwork({ refused }: { refused?: string } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'nano-sync-proxy-'))
  const certificate = await generate([{ name: 'commonName', value: 'Company' }], {
    extensions: [{ name: 'subjectAltName', altNames: GOOGLE.map((value) => ({ type: 2, value })) }],
  })
  const certificateFile = join(folder, 'company.pem')
  await writeFile(certificateFile, certificate.cert)
  const google = createServer({ key: certificate.private, cert: certificate.cert }, (request, response) => {
    const body = replies[`${request.headers.host}${request.url?.split('?')[0]}`]
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
  })
  google.listen(0, '127.0.0.1')
  await once(google, 'listening')
  const { port } = google.address() as AddressInfo
  const proxy = await startHttpProxy({ port, refuses: (host) => host === refused })
  return {
    /** The host and port of each request that the proxy was sent. */
    hosts: proxy.hosts,
    env: { HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: certificateFile },
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]()
      google.closeAllConnections()
      google.close()
      await rm(folder, { recursive: true })
    },
  }
}

const replies: Readonly<Record<string, object>> = {
  'accounts.google.com/.well-known/openid-configuration': {
    issuer: 'https://accounts.google.com',
    authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
    token_endpoint: 'https://oauth2.googleapis.com/token',
    jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
  },
  'oauth2.googleapis.com/token': { access_token: 'token', token_type: 'Bearer', expires_in: 3600 },
  'sheets.googleapis.com/v4/spreadsheets/behind-the-proxy': {
    spreadsheetId: 'behind-the-proxy',
    properties: { title: 'Behind the proxy' },
    sheets: [{ properties: { sheetId: 0, title: 'Data', gridProperties: { rowCount: 9, columnCount: 3 } } }],
  },
}

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
    NODE_COMPILE_CACHE: COMPILED_FOLDER,
    ...database.env,
  }
  const child = spawn(process.execPath, [MAIN], {
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

test('requests to Google go through the proxy and trust its certificate', async () => {
  await using network = await startCompanyNetwork()
  await using app = await startApp({ ...network.env, GOOGLE_CREDENTIALS_JSON: JSON.stringify(KEY) })
  const browser = new ApiClient(app.url)
  await browser.signIn('ann@example.com')
  const { title } = await browser.call(api.spreadsheets.get, { params: { id: 'behind-the-proxy' } })
  expect(title).toBe('Behind the proxy')
  expect([...new Set(network.hosts)].sort()).toEqual(['oauth2.googleapis.com:443', 'sheets.googleapis.com:443'])
})

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

test.each([
  { refused: 'sheets.googleapis.com:443', who: 'instead of Google' },
  { refused: 'oauth2.googleapis.com:443', who: "instead of Google's sign-in service" },
])('a run says that the proxy refused to connect to $refused', async ({ refused, who }) => {
  await using network = await startCompanyNetwork({ refused })
  await using app = await startApp({ ...network.env, GOOGLE_CREDENTIALS_JSON: JSON.stringify(KEY) })
  const browser = new ApiClient(app.url)
  await browser.signIn('ann@example.com')
  const type = await browser.call(api.taskTypes.create, { body: buildTaskTypeFields({ max_retries: 0 }) })
  const task = await browser.call(api.tasks.create, { body: buildTaskFields({ sync_task_type_id: type.id }) })
  const { latest_log } = await runToEnd(browser, task.id)
  expect(latest_log?.message).toContain(`A proxy or firewall answered ${who} (status 407). Ask your network`)
})
