import { expect, test } from 'vitest'
import { sheetsAccessOf } from './sheets-access.ts'
import { SHEETS_SCOPE } from './sheets-scope.ts'

test('Google is asked for access that lasts in its own way', () => {
  const google = { issuer: 'https://accounts.google.com', scopes_supported: ['openid', 'email', 'profile'] }
  expect(sheetsAccessOf(google)).toEqual({ scopes: [SHEETS_SCOPE], parameters: { access_type: 'offline' } })
})

test.each([
  { supported: undefined, asked: undefined },
  { supported: ['openid', 'offline_access'], asked: undefined },
  { supported: ['openid', SHEETS_SCOPE], asked: [SHEETS_SCOPE] },
  { supported: ['openid', 'offline_access', SHEETS_SCOPE], asked: [SHEETS_SCOPE, 'offline_access'] },
])('another provider with the scopes $supported is asked for $asked', ({ supported, asked }) => {
  const server = { issuer: 'https://id.example', ...(supported && { scopes_supported: supported }) }
  expect(sheetsAccessOf(server)?.scopes).toEqual(asked)
})
