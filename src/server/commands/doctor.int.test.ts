import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { SetupCheck } from '#contract/google-setup.ts'
import { readConfig } from '#server/config/config.ts'
import { startLocalServer } from '#tests/support/local-server.ts'
import { examine } from './doctor.ts'

interface Answers {
  /** Answer of the Drive API. */
  drive?: { status: number; body: object }
  /** Answer of the token endpoint. */
  token?: { status: number; body: object }
  /** Answer of the Sheets API about a spreadsheet that does not exist. */
  sheets?: { status: number; body: object | string }
  /** Minutes by which the server's clock is ahead. */
  clockMinutes?: number
}

const NOT_FOUND = { error: { code: 404, status: 'NOT_FOUND', message: 'Requested entity was not found.' } }
const TOKEN = {
  access_token: 'token',
  issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
  token_type: 'Bearer',
  expires_in: 3600,
}
const IMPERSONATION = '/serviceAccounts/robot@acme.iam.gserviceaccount.com:generateAccessToken'
const IMPERSONATED = { accessToken: 'token', expireTime: '2999-01-01T00:00:00Z' }
const OIDC = {
  OIDC_CLIENT_ID: 'id',
  OIDC_CLIENT_SECRET: 'secret',
  ALLOWED_EMAILS: 'ann@acme.example',
  OPEN_SCREENS: 'none',
}

/** A server in place of Google's, and settings for it. */
async function startGoogle({ token, sheets, drive, clockMinutes = 0 }: Answers = {}) {
  await using parts = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-'))
  parts.defer(() => rm(dataDir, { recursive: true, force: true }))
  const server = parts.use(
    await startLocalServer((request, response) => {
      response.setHeader('date', new Date(Date.now() + clockMinutes * 60_000).toUTCString())
      if (request.url === '/identity') return void response.end('proof')
      if (request.url === '/token') return send(response, token ?? { status: 200, body: TOKEN })
      if (request.url === IMPERSONATION) return send(response, { status: 200, body: IMPERSONATED })
      if (request.url?.startsWith('/.well-known/')) return send(response, { status: 200, body: {} })
      if (request.url?.startsWith('/drive/')) return send(response, drive ?? { status: 200, body: { files: [] } })
      return send(response, sheets ?? { status: 404, body: NOT_FOUND })
    }),
  )
  const workload = {
    type: 'external_account',
    audience: '//iam.googleapis.com/projects/123/locations/global/workloadIdentityPools/pool/providers/provider',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    token_url: `${server.url}/token`,
    credential_source: { url: `${server.url}/identity` },
  }
  const env = { DATA_DIR: dataDir, SHEETS_API_URL: server.url, GOOGLE_CREDENTIALS_JSON: JSON.stringify(workload) }
  const named = { ...workload, service_account_impersonation_url: server.url + IMPERSONATION }
  const running = parts.move()
  return {
    url: server.url,
    env,
    /** Settings with a federation file that names a service account. */
    envWithAddress: { ...env, GOOGLE_CREDENTIALS_JSON: JSON.stringify(named) },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

function send(response: ServerResponse, { status, body }: { status: number; body: object | string }): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

async function examineWith(env: Record<string, string>): Promise<Record<SetupCheck['name'], SetupCheck>> {
  const checks = await examine(readConfig(env), { environment: env, now: () => new Date() })
  return Object.fromEntries(checks.map((check) => [check.name, check])) as Record<SetupCheck['name'], SetupCheck>
}

test('nothing is wrong when every server answers as it should', async () => {
  await using google = await startGoogle()
  const checks = await examineWith(google.envWithAddress)
  expect(Object.values(checks).map(({ state }) => state)).toEqual(Array.from({ length: 9 }, () => 'ok'))
  expect(checks.mode.text).toContain(google.url)
  expect(checks.token.text).toContain('robot@acme.iam.gserviceaccount.com')
})

test.each<{ name: string; answers: Answers; token: string; api: string; text: RegExp }>([
  {
    name: 'the token endpoint refuses the credentials',
    answers: { token: { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } } },
    token: 'failed',
    api: 'waiting',
    text: /./,
  },
  {
    name: 'the token endpoint is down',
    answers: { token: { status: 500, body: { error: 'internal_failure' } } },
    token: 'failed',
    api: 'waiting',
    text: /./,
  },
  {
    name: 'the API is disabled',
    answers: {
      sheets: {
        status: 403,
        body: {
          error: {
            code: 403,
            status: 'PERMISSION_DENIED',
            message: 'Google Sheets API has not been used in project 123 before or it is disabled.',
            details: [{ reason: 'SERVICE_DISABLED' }],
          },
        },
      },
    },
    token: 'ok',
    api: 'failed',
    text: /API is (disabled|not enabled)/,
  },
  {
    name: 'the API rejects the token',
    answers: { sheets: { status: 401, body: { error: { code: 401, message: 'Invalid Credentials' } } } },
    token: 'ok',
    api: 'failed',
    text: /rejected/,
  },
  {
    name: 'the API is down',
    answers: { sheets: { status: 503, body: { error: { code: 503, message: 'The service is unavailable.' } } } },
    token: 'ok',
    api: 'failed',
    text: /unavailable/,
  },
])('says what is wrong when $name', async ({ answers, token, api, text: expected }) => {
  await using google = await startGoogle(answers)
  const checks = await examineWith(google.env)
  expect(checks.token.state).toBe(token)
  expect(checks.api.state).toBe(api)
  expect(checks[token === 'failed' ? 'token' : 'api'].text).toMatch(expected)
})

test('leads to where a disabled API is enabled', async () => {
  const error = { code: 403, message: 'It is disabled.', details: [{ reason: 'SERVICE_DISABLED' }] }
  await using google = await startGoogle({ sheets: { status: 403, body: { error } } })
  expect((await examineWith(google.env)).api.link?.url).toMatch(/^https:\/\/console\.(cloud|developers)\.google\.com\//)
})

test.each([
  { reason: 'SERVICE_DISABLED', text: /Google Drive API is not enabled/ },
  { reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', text: /lacks the scope .*drive\.metadata\.readonly.*--service-account/ },
])('warns that Drive refuses: $reason', async ({ reason, text: expected }) => {
  const error = { code: 403, status: 'PERMISSION_DENIED', message: 'No.', details: [{ reason }] }
  await using google = await startGoogle({ drive: { status: 403, body: { error } } })
  const { api, drive, key } = await examineWith(google.env)
  expect(api.state).toBe('ok')
  expect(drive).toMatchObject({ state: 'warning', text: expect.stringMatching(expected) })
  expect(drive.text).toContain('Copies work without it.')
  expect(key).toMatchObject({
    state: 'warning',
    text: expect.stringMatching(/^A federation file for the account .* names no service account .*--service-account/),
  })
})

test.each([
  { clockMinutes: 10, state: 'failed', text: 'behind' },
  { clockMinutes: -10, state: 'failed', text: 'ahead' },
  { clockMinutes: 3, state: 'warning', text: 'behind' },
])('compares the clock with the server: $clockMinutes minutes', async ({ clockMinutes, state, text: expected }) => {
  await using google = await startGoogle({ clockMinutes })
  const { clock } = await examineWith(google.env)
  expect(clock.state).toBe(state)
  // A server reports its time in whole seconds.
  const minutes = Math.abs(clockMinutes)
  expect(clock.text).toMatch(new RegExp(`clock is (${minutes} min( \\d s)?|${minutes - 1} min 5\\d s) ${expected}\\.`))
})

test('says that a server, the issuer and the proxy cannot be reached', async () => {
  const silent = await startLocalServer(() => undefined)
  await silent[Symbol.asyncDispose]()
  const checks = await examineWith({
    ...OIDC,
    OIDC_ISSUER: silent.url,
    SHEETS_API_URL: silent.url,
    PUBLIC_URL: 'http://nano.example',
    HTTPS_PROXY: 'not a url',
  })
  for (const name of ['sign_in', 'clock', 'public_address', 'proxy'] as const) expect(checks[name].state).toBe('failed')
  expect(checks.sign_in.text).toContain('ECONNREFUSED')
})

test('names the proxy without its password', async () => {
  const { proxy } = await examineWith({ HTTPS_PROXY: 'http://ann:secret@proxy.example:3128' })
  expect(proxy).toMatchObject({ state: 'ok', text: expect.stringContaining('proxy.example:3128') })
  expect(proxy.text).not.toContain('secret')
})

test('without credentials, only the embedded spreadsheets are in use', async () => {
  const { mode, key, token } = await examineWith({ DATA_DIR: '/nowhere' })
  expect([mode.state, key.state, token.state]).toEqual(['warning', 'ok', 'ok'])
})

test('with the accounts of people, credentials are checked in the app', async () => {
  await using google = await startGoogle()
  const { GOOGLE_CREDENTIALS_JSON: _none, ...env } = google.env
  const { sign_in, key, token } = await examineWith({ ...env, ...OIDC, OIDC_ISSUER: google.url })
  expect(sign_in.state).toBe('ok')
  expect(key.text).toContain('a person who signed in')
  expect(['ok', 'waiting']).toContain(token.state)
})

test('in the terminal, a failure is marked and sets the exit code', async () => {
  await using google = await startGoogle({ token: { status: 400, body: { error: 'invalid_grant' } } })
  const doctor = spawn(process.execPath, ['scripts/doctor.ts'], { env: { ...process.env, ...google.env } })
  const [output] = await Promise.all([text(doctor.stdout), once(doctor, 'exit')])
  expect(output).toMatch(/^✓ Clock: /m)
  expect(output).toMatch(/^✗ Access token: /m)
  expect(doctor.exitCode).toBe(1)
})

test('says what to do on a machine without default credentials', async () => {
  await using google = await startGoogle()
  const { GOOGLE_CREDENTIALS_JSON: _none, ...env } = google.env
  const machine = { HOME: env.DATA_DIR, APPDATA: env.DATA_DIR, METADATA_SERVER_DETECTION: 'none' }
  const doctor = spawn(process.execPath, ['scripts/doctor.ts'], {
    env: { ...process.env, ...env, ...machine, GOOGLE_APPLICATION_CREDENTIALS: 'adc' },
  })
  const [output] = await Promise.all([text(doctor.stdout), once(doctor, 'exit')])
  expect(output).toContain(
    "✗ Access token: This machine has no default credentials of Google. Run 'gcloud auth application-default login' as the user who runs Nano Sync, or set GOOGLE_APPLICATION_CREDENTIALS to the path of a key file.",
  )
})
