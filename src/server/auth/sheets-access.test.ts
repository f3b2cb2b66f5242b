import { expect, test } from 'vitest'
import { SHEETS_SCOPE, sheetsAccessRequest } from './sheets-access.ts'

test('Google is asked for offline access with its own parameter', () => {
  const google = { issuer: 'https://accounts.google.com', scopes_supported: ['openid', 'email', 'profile'] }
  expect(sheetsAccessRequest(google)).toEqual({ scopes: [SHEETS_SCOPE], parameters: { access_type: 'offline' } })
})

test.each([
  { supported: undefined, requested: undefined },
  { supported: ['openid', 'offline_access'], requested: undefined },
  { supported: ['openid', SHEETS_SCOPE], requested: [SHEETS_SCOPE] },
  { supported: ['openid', 'offline_access', SHEETS_SCOPE], requested: [SHEETS_SCOPE, 'offline_access'] },
])('another provider that supports $supported is asked for $requested', ({ supported, requested }) => {
  const server = { issuer: 'https://id.example', ...(supported && { scopes_supported: supported }) }
  expect(sheetsAccessRequest(server)?.scopes).toEqual(requested)
})
