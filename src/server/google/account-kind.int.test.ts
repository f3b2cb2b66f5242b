import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { startExternalApp } from '#tests/support/external-app.ts'
import { startLocalServer } from '#tests/support/local-server.ts'

const ANN = 'ann@example.com'

/** Google's token service, and the credentials of a workload that asks it. */
async function startTokenService() {
  const server = await startLocalServer((request, response) => {
    request.resume()
    if (request.url === '/identity') return void response.end('proof of identity')
    const issued_token_type = 'urn:ietf:params:oauth:token-type:access_token'
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ access_token: 'robot', issued_token_type, token_type: 'Bearer', expires_in: 3600 }))
  })
  const credentials = {
    type: 'external_account',
    audience: '//iam.googleapis.com/projects/123/locations/global/workloadIdentityPools/pool/providers/provider',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    token_url: `${server.url}/token`,
    credential_source: { url: `${server.url}/identity` },
  }
  return {
    env: { GOOGLE_CREDENTIALS_JSON: JSON.stringify(credentials) },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

test("a task goes on with its owner's account when a shared one is added, and others use the shared one", async () => {
  await using service = await startTokenService()
  await using external = await startExternalApp()
  const ann = await external.signedIn(ANN)
  const [ran, neverRan, takenOver] = [await external.task(ann), await external.task(ann), await external.task(ann)]
  expect(await external.run(ann, ran)).toMatchObject({ status: 'Success', accounts: [ANN] })
  await external.run(ann, takenOver)

  await external.restart({ ...service.env, ALLOWED_EMAILS: '@example.com' })
  const again = await external.signedIn(ANN)
  expect(await external.run(again, ran)).toMatchObject({ status: 'Success', accounts: [ANN] })
  expect(await external.run(again, ran)).toMatchObject({ status: 'Success', accounts: [ANN] })
  expect(await external.run(again, neverRan)).toMatchObject({ status: 'Success', tokens: ['robot'] })

  await external.restart({ ...service.env, ALLOWED_EMAILS: 'bob@example.com' })
  const bob = await external.signedIn('bob@example.com')
  const { holds } = await bob.call(api.holds.list)
  const ids = holds.filter(({ task }) => task.id === takenOver).map(({ id }) => id)
  await bob.call(api.holds.takeOver, { body: { ids } })
  expect(await external.run(bob, takenOver)).toMatchObject({ status: 'Success', tokens: ['robot'] })
})
