import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readCredentialJson } from './credentials.ts'
import { openSharedAccount } from './shared-account.ts'

/** A server of this machine in place of Google's. */
async function serve(listener: RequestListener) {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function open(json: object) {
  const credentials = readCredentialJson(JSON.stringify(json))
  if (typeof credentials === 'string') throw new Error(credentials)
  return openSharedAccount({ source: { from: 'json', credentials }, impersonate: undefined })
}

/** A workload outside of Google whose identity provider and whose token endpoint are at `url`. */
const workload = (url: string) => ({
  type: 'external_account',
  audience: '//iam.googleapis.com/projects/123/locations/global/workloadIdentityPools/pool/providers/provider',
  subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
  token_url: `${url}/token`,
  credential_source: { url: `${url}/identity` },
})

test('a workload exchanges the token of its identity provider for one of Google', async () => {
  const requests: string[] = []
  await using server = await serve(async (request, response) => {
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

test('waiting for a token ends with the run that needs it', async () => {
  const run = new AbortController()
  await using server = await serve(() => run.abort('stopped'))
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
