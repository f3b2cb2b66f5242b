import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test, vi } from 'vitest'
import { DRIVE_SCOPE, SHEETS_SCOPE } from '#contract/google-scopes.ts'
import { readCredentialJson } from '#server/config/credentials.ts'
import { startLocalServer } from '#tests/support/local-server.ts'
import { startTokenService } from '#tests/support/token-service.ts'
import { DriveRefused } from './drive-files.ts'
import { driveError } from './drive-refusal.ts'
import { openSharedAccount } from './shared-account.ts'

function open(json: object, now = () => new Date()) {
  const credentials = readCredentialJson(JSON.stringify(json))
  if (typeof credentials === 'string') throw new Error(credentials)
  return openSharedAccount({ source: { from: 'json', credentials }, impersonate: undefined, now })
}

/** A workload outside of Google with its identity provider and its token endpoint at `url`. */
const workload = (url: string) => ({
  type: 'external_account',
  audience: '//iam.googleapis.com/projects/123/locations/global/workloadIdentityPools/pool/providers/provider',
  subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
  token_url: `${url}/token`,
  credential_source: { url: `${url}/identity` },
})

test('a workload exchanges the token of its identity provider for one of Google', async () => {
  const requests: string[] = []
  await using server = await startLocalServer(async (request, response) => {
    const body = await text(request)
    requests.push(`${request.method} ${request.url}`)
    if (request.url === '/identity') return void response.end('proof of identity')
    const sent = new URLSearchParams(body)
    expect(sent.get('subject_token')).toBe('proof of identity')
    expect(sent.get('scope')).toBe('https://www.googleapis.com/auth/spreadsheets')
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        access_token: 'token for spreadsheets',
        issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        token_type: 'Bearer',
        expires_in: 3600,
      }),
    )
  })
  const account = await open(workload(server.url))
  const { signal } = new AbortController()
  expect(await account.authorize(signal)).toMatchObject({ authorization: 'Bearer token for spreadsheets' })
  await account.authorize(signal)
  expect(requests).toEqual(['GET /identity', 'POST /token'])
  account.invalidateToken?.()
  await account.authorize(signal)
  expect(requests).toHaveLength(4)
})

test('a workload asks for a token for Drive apart', async () => {
  await using service = await startTokenService()
  const account = await open(service.federation)
  const { signal } = new AbortController()
  expect(await account.authorizeDrive?.(signal)).toMatchObject({
    authorization: 'Bearer robot:drive.metadata.readonly',
  })
  expect(service.scopes).toEqual([DRIVE_SCOPE])
})

describe("the machine's own account", () => {
  /** The metadata server of a machine of Google Cloud. */
  async function enterMachine({ hasDrive = true } = {}) {
    const asked: string[] = []
    const server = await startLocalServer((request, response) => {
      request.resume()
      response.setHeader('metadata-flavor', 'Google')
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://metadata')
      asked.push(pathname)
      if (pathname.endsWith('/project/project-id')) return void response.end('acme')
      if (pathname.endsWith('/email')) return void response.end('vm@acme.iam.gserviceaccount.com')
      if (pathname.endsWith('/universe-domain')) return void response.end('googleapis.com')
      const scope = searchParams.get('scopes')
      if (!hasDrive && scope === DRIVE_SCOPE) return void response.writeHead(403).end('Forbidden')
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ access_token: `vm ${scope}`, expires_in: 3600 }))
    })
    const folder = await mkdtemp(join(tmpdir(), 'nano-sync-gcloud-'))
    vi.stubEnv('GCE_METADATA_HOST', new URL(server.url).host)
    vi.stubEnv('METADATA_SERVER_DETECTION', 'assume-present')
    vi.stubEnv('CLOUDSDK_CONFIG', folder)
    return {
      /** Paths of the requests to the metadata server. */
      asked,
      /** Writes credentials to gcloud's usual file. */
      login: (json: object) => writeFile(join(folder, 'application_default_credentials.json'), JSON.stringify(json)),
      async [Symbol.asyncDispose]() {
        vi.unstubAllEnvs()
        await rm(folder, { recursive: true })
        await server[Symbol.asyncDispose]()
      },
    }
  }
  const openMachine = () => openSharedAccount({ source: { from: 'environment' }, impersonate: undefined })
  const { signal } = new AbortController()

  test('gets tokens for spreadsheets and for Drive from the metadata server', async () => {
    await using machine = await enterMachine()
    const account = await openMachine()
    expect(account).toMatchObject({ name: 'vm@acme.iam.gserviceaccount.com', credentials: 'machine', project: 'acme' })
    expect(await account.authorize(signal)).toMatchObject({ authorization: `Bearer vm ${SHEETS_SCOPE}` })
    expect(await account.authorizeDrive?.(signal)).toMatchObject({ authorization: `Bearer vm ${DRIVE_SCOPE}` })
    expect(machine.asked.filter((path) => path.endsWith('/project-id'))).toHaveLength(1)
  })

  test('names the scope that the machine lacks for Drive, and reads spreadsheets without it', async () => {
    await using _machine = await enterMachine({ hasDrive: false })
    const account = await openMachine()
    expect(await account.authorize(signal)).toMatchObject({ authorization: `Bearer vm ${SHEETS_SCOPE}` })
    const refused = await account.authorizeDrive?.(signal).catch((cause) => new DriveRefused('refused', { cause }))
    expect(refused instanceof DriveRefused && driveError(refused, account).message).toMatch(
      /vm@acme.*lacks the scope .*drive\.metadata\.readonly.*set-service-account/,
    )
  })

  test.each([
    ['gcloud', { type: 'authorized_user', client_id: '1-a', client_secret: 's', refresh_token: 'r' }],
    ['key', { type: 'service_account', client_email: 'robot@p.example', private_key: 'nonsense' }],
  ])('is of the kind %s after the login that gcloud keeps', async (credentials, json) => {
    await using machine = await enterMachine()
    await machine.login(json)
    expect(await openMachine()).toMatchObject({ credentials })
  })
})

test.each([
  ['gcloud', { type: 'authorized_user', client_id: '123-abc', client_secret: 's', refresh_token: 'r' }, undefined],
  ['key', { type: 'service_account', client_email: 'robot@p.example', private_key: 'nonsense' }, undefined],
  ['delegated', { type: 'service_account', client_email: 'r@p.example', private_key: 'nonsense' }, 'ada@example.com'],
  ['federation', workload('http://127.0.0.1:9'), undefined],
  [
    'impersonated',
    {
      type: 'impersonated_service_account',
      service_account_impersonation_url: 'https://iamcredentials.googleapis.com/v1/x',
      source_credentials: workload('http://127.0.0.1:9'),
    },
    undefined,
  ],
])('credentials of the kind %s may ask Drive', async (kind, json, impersonate) => {
  const credentials = readCredentialJson(JSON.stringify(json))
  if (typeof credentials === 'string') throw new Error(credentials)
  const account = await openSharedAccount({ source: { from: 'json', credentials }, impersonate })
  expect(account).toMatchObject({ credentials: kind, authorizeDrive: expect.any(Function) })
})

test('waiting for a token ends with the run that needs it', async () => {
  const run = new AbortController()
  await using server = await startLocalServer(() => run.abort('stopped'))
  const account = await open(workload(server.url))
  await expect(account.authorize(run.signal)).rejects.toBe('stopped')
})

test('the error for a key that cannot sign names its account', async () => {
  const account = await open({ type: 'service_account', client_email: 'robot@p.example', private_key: 'nonsense' })
  await expect(account.authorize(new AbortController().signal)).rejects.toMatchObject({
    reason: 'unauthenticated',
    message: expect.stringContaining('robot@p.example'),
  })
})

test('a service account that acts for a user goes by the name of the user, with whom files are shared', async () => {
  const private_key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const json = { type: 'service_account', client_email: 'robot@p.example', private_key: pem(private_key) }
  const credentials = readCredentialJson(JSON.stringify(json))
  if (typeof credentials === 'string') throw new Error(credentials)
  const account = await openSharedAccount({ source: { from: 'json', credentials }, impersonate: 'ann@acme.example' })
  expect(account.name).toBe('ann@acme.example')
})

function pem(key: ReturnType<typeof generateKeyPairSync>['privateKey']) {
  return key.export({ type: 'pkcs8', format: 'pem' })
}

describe('a refusal of the token endpoint', () => {
  const notAllowed = 'Client is unauthorized to retrieve access tokens using this method.'

  test.each<[string, { error: string; error_description?: string; error_subtype?: string }, string, RegExp]>([
    [
      'a deleted key',
      { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' },
      'key_deleted',
      /Create a new key for this service account at https:\/\/console\.cloud\.google\.com\//,
    ],
    [
      'a deleted account',
      { error: 'invalid_grant', error_description: 'Invalid grant: account not found' },
      'account_deleted',
      /^Google has no account/,
    ],
    ['a disabled account', { error: 'disabled_client' }, 'account_disabled', /is disabled\. Enable it at/],
    [
      'a missing delegation',
      { error: 'unauthorized_client', error_description: notAllowed },
      'delegation_missing',
      /authorize its client ID for https:\/\/www\.googleapis\.com\/auth\/spreadsheets and \S+ at https:\/\/admin\.google\.com\//,
    ],
    ['a blocked scope', { error: 'invalid_scope' }, 'admin_blocked', /Ask the administrator to trust it at/],
    ['a policy', { error: 'admin_policy_enforced' }, 'admin_blocked', /admin_policy_enforced/],
    [
      'a restricted account',
      { error: 'access_denied', error_description: 'Account restricted' },
      'admin_blocked',
      /Account restricted/,
    ],
    [
      'session control',
      { error: 'invalid_grant', error_description: 'reauth related error', error_subtype: 'invalid_rapt' },
      'session_control',
      /requires signing in again/,
    ],
    ['an expired grant', { error: 'invalid_grant' }, 'access_ended', /Create new credentials for it/],
    ['anything else', { error: 'server_says_no' }, 'token_refused', /"server_says_no"/],
  ])('for %s has its own reason and fix', async (_what, body, reason, message) => {
    await using server = await startLocalServer((request, response) => {
      if (request.url === '/identity') return void response.end('proof of identity')
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    const account = await open(workload(server.url))
    await expect(account.authorize(new AbortController().signal)).rejects.toMatchObject({
      reason,
      message: expect.stringMatching(message),
    })
  })

  test.each([
    ['slow', '2026-11-22T10:00:00Z', 'Sun, 22 Nov 2026 10:07:00 GMT', '7 minutes slow'],
    ['fast', '2026-11-22T12:00:00Z', 'Sun, 22 Nov 2026 10:00:00 GMT', '120 minutes fast'],
    ['right by its own account', '2026-11-22T10:00:00Z', 'Sun, 22 Nov 2026 10:00:00 GMT', 'wrong'],
  ])('says how far off a clock is that is %s', async (_what, now, date, offset) => {
    await using server = await startLocalServer((request, response) => {
      if (request.url === '/identity') return void response.end('proof of identity')
      const error_description =
        'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.'
      response.writeHead(400, { 'content-type': 'application/json', date })
      response.end(JSON.stringify({ error: 'invalid_grant', error_description }))
    })
    const account = await open(workload(server.url), () => new Date(now))
    await expect(account.authorize(new AbortController().signal)).rejects.toMatchObject({
      reason: 'clock_off',
      retryable: true,
      message: `The clock of this server is ${offset}, so Google rejects its sign-in. Set the clock, or turn on time synchronization.`,
    })
  })

  test.each([
    [429, 'application/json', '{"error":"rate_limit_exceeded"}', 'unavailable'],
    [503, 'application/json', '{"error":"backend_error"}', 'unavailable'],
    [500, 'text/html', '<html>', 'unavailable'],
    [403, 'text/html', '<html>', 'intercepted'],
  ])('with status %i as %s is no fault of the account', async (status, type, body, reason) => {
    await using server = await startLocalServer((request, response) => {
      if (request.url === '/identity') return void response.end('proof of identity')
      response.writeHead(status, { 'content-type': type }).end(body)
    })
    const account = await open(workload(server.url))
    const failure = account.authorize(new AbortController().signal)
    await expect(failure).rejects.toMatchObject({ reason, retryable: true })
  })
})
