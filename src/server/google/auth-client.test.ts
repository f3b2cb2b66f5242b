import type { OAuth2Client } from 'google-auth-library'
import { expect, test } from 'vitest'
import { SHEETS_SCOPE } from '#contract/google-scopes.ts'
import { readCredentialJson } from '#server/config/credentials.ts'
import { createAuthClient } from './auth-client.ts'

const user = { type: 'authorized_user', client_id: '123-abc', client_secret: 's', refresh_token: 'r' }
const impersonation = {
  type: 'impersonated_service_account',
  service_account_impersonation_url:
    'https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/robot@p.iam.gserviceaccount.com:generateAccessToken',
}

test.each([
  ["gcloud's credentials of a person", { ...user, quota_project_id: 'paid' }],
  [
    'credentials that impersonate a service account',
    { ...impersonation, source_credentials: user, quota_project_id: 'paid' },
  ],
])('%s send the project whose quota they use', async (_what, json) => {
  const credentials = readCredentialJson(JSON.stringify(json))
  if (typeof credentials === 'string') throw new Error(credentials)
  const client = createAuthClient(credentials, { scope: SHEETS_SCOPE }) as OAuth2Client
  client.setCredentials({ access_token: 'token', expiry_date: Date.now() + 3_600_000 })
  expect(Object.fromEntries(await client.getRequestHeaders())).toMatchObject({
    authorization: 'Bearer token',
    'x-goog-user-project': 'paid',
  })
})
