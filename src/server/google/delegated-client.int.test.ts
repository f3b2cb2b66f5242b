import { expect, test } from 'vitest'
import { DRIVE_SCOPE, SHEETS_SCOPE } from '#contract/google-scopes.ts'
import { readCredentialJson } from '#server/config/credentials.ts'
import { startCompanyNetwork } from '#tests/support/company-network.ts'
import { startTokenService } from '#tests/support/token-service.ts'
import { openSharedAccount } from './shared-account.ts'

const ROBOT = 'robot@acme.iam.gserviceaccount.com'

test('a service account without a key acts for a person: IAM signs for each scope', async () => {
  await using network = await startCompanyNetwork()
  using _ = network.enter()
  await using service = await startTokenService()
  const iam = 'https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts'
  const federation = { ...service.federation, service_account_impersonation_url: `${iam}/${ROBOT}:generateAccessToken` }
  const credentials = readCredentialJson(JSON.stringify(federation))
  if (typeof credentials === 'string') throw new Error(credentials)
  const account = await openSharedAccount({ source: { from: 'json', credentials }, impersonate: 'ada@acme.example' })
  expect(account).toMatchObject({ name: 'ada@acme.example', credentials: 'delegated' })
  const { signal } = new AbortController()
  for (const scope of ['authorize', 'authorizeDrive'] as const)
    expect(await account[scope]?.(signal)).toMatchObject({ authorization: 'Bearer token' })
  const signed = network.bodies(
    `${new URL(iam).host}/v1/projects/-/serviceAccounts/${encodeURIComponent(ROBOT)}:signJwt`,
  )
  const claims = signed.map((body) => JSON.parse(JSON.parse(body).payload))
  const claim = { iss: ROBOT, sub: 'ada@acme.example', aud: 'https://oauth2.googleapis.com/token' }
  expect(claims).toMatchObject([
    { ...claim, scope: SHEETS_SCOPE },
    { ...claim, scope: DRIVE_SCOPE },
  ])
  const asked = new URLSearchParams(network.bodies('oauth2.googleapis.com/token')[0])
  expect(Object.fromEntries(asked)).toEqual({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: 'signed by IAM',
  })
})
