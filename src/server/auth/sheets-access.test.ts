import { expect, test } from 'vitest'
import { DRIVE_FILE_SCOPE, SHEETS_SCOPE } from '#contract/google-scopes.ts'
import { accountPrompt, sheetsAccessRequest } from './sheets-access.ts'

test('Google is asked for offline access with its own parameter', () => {
  const google = { issuer: 'https://accounts.google.com', scopes_supported: ['openid', 'email', 'profile'] }
  expect(sheetsAccessRequest(google, 'all')).toEqual({
    scopes: [SHEETS_SCOPE],
    parameters: { access_type: 'offline', include_granted_scopes: 'true' },
  })
  // If earlier scopes were merged, a person who returns to picked files would still lend all files.
  expect(sheetsAccessRequest(google, 'picked')).toEqual({
    scopes: [DRIVE_FILE_SCOPE],
    parameters: { access_type: 'offline' },
  })
})

test.each([
  { supported: undefined, requested: undefined },
  { supported: ['openid', 'offline_access'], requested: undefined },
  { supported: ['openid', SHEETS_SCOPE], requested: [SHEETS_SCOPE] },
  { supported: ['openid', 'offline_access', SHEETS_SCOPE], requested: [SHEETS_SCOPE, 'offline_access'] },
])('another provider that supports $supported is asked for $requested', ({ supported, requested }) => {
  const server = { issuer: 'https://id.example', ...(supported && { scopes_supported: supported }) }
  expect(sheetsAccessRequest(server, 'all')?.scopes).toEqual(requested)
})

test.each([
  { server: { issuer: 'https://accounts.google.com' }, prompt: 'select_account' },
  { server: { issuer: 'https://id.example' }, prompt: undefined },
  { server: { issuer: 'https://id.example', prompt_values_supported: ['none', 'login'] }, prompt: undefined },
  {
    server: { issuer: 'https://id.example', prompt_values_supported: ['none', 'select_account'] },
    prompt: 'select_account',
  },
])('$server is asked to let people choose an account: $prompt', ({ server, prompt }) => {
  expect(accountPrompt(server).prompt).toBe(prompt)
})
