import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { oauthRecords } from '#server/storage/schema.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const CALLBACK = 'http://127.0.0.1:49152/callback'
const VERIFIER = 'v'.repeat(43)

let app: TestApp
/** A client registered with `CALLBACK` as its only address. */
let plainClient: string
beforeAll(async () => {
  app = await startTestApp()
  plainClient = (await register({ redirect_uris: [CALLBACK] })).client_id
})
afterAll(() => app[Symbol.asyncDispose]())

const Registered = z.looseObject({ client_id: z.string().default(''), error: z.string().optional() })
const Tokens = z.object({ scope: z.string() })

async function register(metadata: object): Promise<z.infer<typeof Registered>> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify({ client_name: 'Assistant', ...metadata }) }
  return Registered.parse(await (await fetch(`${app.url}/oauth/reg`, init)).json())
}

/** Sends a request with an unchanged path, because `fetch` would resolve its dots. Returns the status of the reply. */
async function sendRaw(
  path: string,
  { body, ...options }: { method: string; headers?: Record<string, string>; body?: string },
) {
  const { hostname, port } = new URL(app.url)
  const sent = request({ hostname, port, path, ...options })
  sent.end(body)
  const [response]: IncomingMessage[] = await once(sent, 'response')
  response?.resume()
  return response?.statusCode
}

interface SignIn {
  client: string
  redirect?: string
  /** Parameters of the request. Parameters without a value are left out. */
  sent?: Record<string, string | undefined>
  browser?: ApiClient
}

/** Opens the address an assistant shows. Returns the consent page, or the destination of a redirect. */
async function open({ client, redirect = CALLBACK, sent = {}, browser = app.member }: SignIn) {
  const parameters = {
    response_type: 'code',
    client_id: client,
    redirect_uri: redirect,
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${app.url}/mcp`,
    scope: 'read run manage',
    ...sent,
  }
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const response = await browser.fetch(`/oauth/auth?${new URLSearchParams(given)}`)
  const location = response.headers.get('location') ?? ''
  if (!location.includes('/oauth/consent/')) return { status: response.status, location, page: '' }
  const path = new URL(location, app.url).pathname
  return { status: response.status, location: path, page: await (await browser.fetch(path)).text() }
}

/** Grants an assistant access, and returns its tokens. */
async function signIn(asked: SignIn) {
  const { redirect = CALLBACK } = asked
  const form = { method: 'POST', body: new URLSearchParams({ decision: 'allow', scope: 'run' }) }
  let location = (await app.member.fetch((await open(asked)).location, form)).headers.get('location') ?? ''
  if (!location.startsWith(redirect)) {
    const { pathname, search } = new URL(location, app.url)
    location = (await app.member.fetch(pathname + search)).headers.get('location') ?? ''
  }
  expect(location.slice(0, redirect.length)).toBe(redirect)
  const { code = '' } = Object.fromEntries(new URL(location).searchParams)
  const exchange = { grant_type: 'authorization_code', code, redirect_uri: redirect, client_id: asked.client }
  const body = new URLSearchParams({ ...exchange, code_verifier: VERIFIER })
  return Tokens.parse(await (await fetch(`${app.url}/oauth/token`, { method: 'POST', body })).json())
}

test.each([undefined, '', 'openid', 'openid offline_access read', 'claudeai', 'manage'])(
  'an assistant that asks for the scope %j gets the one that the person chose',
  async (scope) => {
    expect(await signIn({ client: plainClient, sent: { scope } })).toEqual({ scope: 'read run' })
    expect((await app.member.call(api.apiTokens.list)).map(({ name }) => name)).toEqual(['Assistant'])
  },
)

test.each<[string, { redirect_uris: string[]; [field: string]: unknown }]>([
  ['of a program with a scheme of its own', { redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback'] }],
  [
    'that asks for a secret and for scopes of its own',
    {
      redirect_uris: ['https://claude.example/callback'],
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'claudeai',
      application_type: 'web',
    },
  ],
  [
    'that also knows other grants',
    {
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code', 'token'],
    },
  ],
])('an assistant %s registers and signs in', async (_what, metadata) => {
  const registered = await register(metadata)
  expect(registered).toMatchObject({ token_endpoint_auth_method: 'none', response_types: ['code'] })
  const redirect = metadata.redirect_uris[0] ?? ''
  expect(await signIn({ client: registered.client_id, redirect })).toEqual({ scope: 'read run' })
})

test('a program on the same machine may be answered at any port', async () => {
  const redirect = CALLBACK.replace('49152', '50000')
  expect(await signIn({ client: plainClient, redirect })).toEqual({ scope: 'read run' })
})

test.each([
  { redirect_uris: ['http://assistant.example/callback'] },
  { redirect_uris: ['http://assistant.example/callback'], application_type: 'web' },
  { redirect_uris: ['javascript:alert(1)//'] },
  { redirect_uris: [] },
  {},
])('codes are sent to no address like %j', async (metadata) => {
  expect(await register(metadata)).toMatchObject({ error: expect.stringMatching(/^invalid_/) })
})

test.each(['/oauth/REG', '/oauth/reg/', '/oauth/Reg/', '/OAUTH/reg', '/oauth//reg', '/oauth/./reg/', '/oauth/reg/x'])(
  'nobody registers at %s, where no limit of registrations holds',
  async (path) => {
    const before = await app.context.database.orm.$count(oauthRecords)
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ client_name: 'Assistant', redirect_uris: [CALLBACK] })
    expect(await sendRaw(path, { method: 'POST', headers, body })).toBe(404)
    expect(await app.context.database.orm.$count(oauthRecords)).toBe(before)
  },
)

test.each(['/oauth/reg', '/oauth/%72eg'])('registrations at %s have a limit of their own', async (path) => {
  const response = await fetch(app.url + path, { method: 'POST' })
  expect(response.headers.get('x-ratelimit-limit')).toBe('20')
})

test.each(['/oauth/TOKEN', '/oauth/token/', '/oauth/AUTH', '/oauth/auth/', '/oauth/session/end/confirm'])(
  'the server answers only at its own addresses, not at %s',
  async (path) => {
    for (const method of ['GET', 'POST']) expect(await sendRaw(path, { method })).toBe(404)
  },
)

test.each(['/oauth/jwks', '/oauth/.well-known/openid-configuration', '/oauth/.well-known/oauth-authorization-server'])(
  'assistants read %s',
  async (path) => {
    expect((await fetch(app.url + path)).status).toBe(200)
  },
)

test('a registration makes the server request no address', async () => {
  const asked = { sector_identifier_uri: 'https://127.0.0.1:9/sector', jwks_uri: 'https://127.0.0.1:9/jwks' }
  const registered = await register({ redirect_uris: [CALLBACK], ...asked })
  expect(registered.client_id).not.toBe('')
  for (const field of Object.keys(asked)) expect(registered).not.toHaveProperty(field)
})

test('the page of consent shows the name without invisible characters, and where exactly the answer goes', async () => {
  const client_name = ' Nano\u202e \u200bSync\n\u0007<b> '
  const { client_id: client } = await register({ client_name, redirect_uris: ['evil://claude.ai/callback'] })
  const { page } = await open({ client, redirect: 'evil://claude.ai/callback' })
  expect(page).toContain('Let Nano Sync &lt;b&gt; use Nano Sync?')
  expect(page).toContain('evil://claude.ai')
})

test('a sign-in for another resource is refused to the assistant, and is no error of the server', async () => {
  const { location } = await open({ client: plainClient, sent: { resource: 'https://evil.example/mcp' } })
  expect(location.startsWith(CALLBACK)).toBe(true)
  expect(new URL(location).searchParams.get('error')).toBe('invalid_target')
})

test('the metadata names only features that work here', async () => {
  const metadata = await (await fetch(`${app.url}/.well-known/oauth-authorization-server/oauth`)).json()
  expect(metadata).not.toHaveProperty('pushed_authorization_request_endpoint')
  expect(metadata).not.toHaveProperty('dpop_signing_alg_values_supported')
})

test('a person who has too many API tokens reads on a page which ones to revoke', async () => {
  const crowded = app.newVisitor()
  await crowded.signIn('crowded@example.com')
  for (let number = 1; number <= 50; number += 1)
    await crowded.call(api.apiTokens.create, { body: { name: `Token ${number}`, scope: 'read' } })
  const { location } = await open({ client: plainClient, browser: crowded })
  const form = { method: 'POST', body: new URLSearchParams({ decision: 'allow', scope: 'run' }) }
  const refused = await crowded.fetch(location, form)
  expect(refused.status).toBe(400)
  expect(refused.headers.get('content-type')).toContain('text/html')
  expect(await refused.text()).toContain('You have 50 API tokens. Revoke one')
})
