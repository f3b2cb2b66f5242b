import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { describeMode, ignoredCredentials } from './describe-mode.ts'

const SIGN_IN = { OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b', ALLOWED_EMAILS: '@a.example' }
const KEY = JSON.stringify({ type: 'service_account', client_email: 'sync@p.example', private_key: 'k' })

test.each([
  { env: {}, mode: 'Spreadsheets: built in; sign-in: built in' },
  {
    env: { GOOGLE_CREDENTIALS_JSON: KEY },
    account: 'sync@p.example',
    mode: 'Spreadsheets: Google, as sync@p.example; sign-in: built in',
  },
  { env: { GOOGLE_CREDENTIALS_JSON: KEY, SHEETS: 'embedded' }, mode: 'Spreadsheets: built in; sign-in: built in' },
  { env: SIGN_IN, mode: 'Spreadsheets: Google, as the owner of each task; sign-in: Google' },
  { env: { ...SIGN_IN, SHEETS: 'embedded' }, mode: 'Spreadsheets: built in; sign-in: Google' },
  {
    env: { ...SIGN_IN, OIDC_ISSUER: 'https://login.example', GOOGLE_CREDENTIALS_JSON: KEY },
    account: 'sync@p.example',
    mode: 'Spreadsheets: Google, as sync@p.example; sign-in: https://login.example',
  },
  {
    env: { SHEETS_API_URL: 'http://127.0.0.1:9' },
    mode: 'Spreadsheets: http://127.0.0.1:9, without credentials; sign-in: built in',
  },
])('the start describes $env as "$mode"', ({ env, account, mode }) => {
  const sharedAccount = account === undefined ? undefined : { name: account }
  expect(describeMode({ config: readConfig(env), sharedAccount })).toBe(mode)
})

test('the start says that credentials are not used', () => {
  const ignored = readConfig({ GOOGLE_CREDENTIALS_JSON: KEY, SHEETS: 'embedded' })
  expect(ignoredCredentials(ignored)).toEqual([expect.stringContaining('not used, because SHEETS is embedded')])
  expect(ignoredCredentials(readConfig({ SHEETS: 'embedded' }))).toEqual([])
})
