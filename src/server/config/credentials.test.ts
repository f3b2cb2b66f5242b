import { expect, test } from 'vitest'
import { type Credentials, readAccountAddress, readCredentialJson, readProject } from './credentials.ts'

const IMPERSONATION =
  'https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/sync@acme.iam.gserviceaccount.com:generateAccessToken'
const user = { type: 'authorized_user', client_id: '123-abc', client_secret: 's', refresh_token: 'r' }
const federated = {
  type: 'external_account',
  audience: '//iam.googleapis.com/projects/123/locations/global/workloadIdentityPools/pool/providers/provider',
  subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
  token_url: 'https://sts.googleapis.com/v1/token',
  credential_source: { file: '/var/run/token' },
}

const accepted = (json: object): Credentials => {
  const credentials = readCredentialJson(JSON.stringify(json))
  if (typeof credentials === 'string') throw new Error(credentials)
  return credentials
}

test.each([
  {
    what: 'a service account key',
    json: { type: 'service_account', client_email: 'sync@acme.example', private_key: 'k', project_id: 'acme' },
    address: 'sync@acme.example',
    project: 'acme',
  },
  { what: 'a user of gcloud', json: user, address: undefined, project: '123' },
  {
    what: 'a user with an address and a project',
    json: { ...user, account: 'ann@acme.example', quota_project_id: 'acme' },
    address: 'ann@acme.example',
    project: 'acme',
  },
  { what: 'a workload', json: federated, address: undefined, project: '' },
  {
    what: 'a workload that impersonates a service account',
    json: { ...federated, service_account_impersonation_url: IMPERSONATION },
    address: 'sync@acme.iam.gserviceaccount.com',
    project: 'acme',
  },
  {
    what: 'a user who impersonates a service account',
    json: {
      type: 'impersonated_service_account',
      service_account_impersonation_url: IMPERSONATION,
      source_credentials: user,
    },
    address: 'sync@acme.iam.gserviceaccount.com',
    project: 'acme',
  },
])('the credentials of $what are accepted', ({ json, address, project }) => {
  const credentials = accepted(json)
  expect({ address: readAccountAddress(credentials), project: readProject(credentials) }).toEqual({ address, project })
})

const buildKey = (address: string) =>
  JSON.stringify({ type: 'service_account', client_email: address, private_key: 'k' })

test.each([
  '',
  'no JSON',
  '[]',
  '{"type":"gdch_service_account"}',
  '{"type":"service_account"}',
  buildKey('sync\n@acme.example'),
  buildKey(`${'s'.repeat(300)}@acme.example`),
])('%j is not accepted', (text) => {
  expect(readCredentialJson(text)).toMatch(/^GOOGLE_CREDENTIALS_JSON must be a service account key, or/)
})
