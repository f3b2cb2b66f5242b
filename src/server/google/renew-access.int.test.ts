import { expect, test } from 'vitest'
import { startSheetsOidcProvider } from '#tests/support/sheets-oidc-provider.ts'
import { createRenewAccess } from './renew-access.ts'

const now = () => new Date()
const grant = { email: 'maria@example.com', refreshToken: 'unknown' }

test('an unknown refresh token gives no access', async () => {
  await using signIn = await startSheetsOidcProvider({ publicUrl: 'https://nano.example' })
  expect(await createRenewAccess(signIn.client, now)(grant)).toBeUndefined()
})

test('the error for an unknown client names the settings to check', async () => {
  await using signIn = await startSheetsOidcProvider({ publicUrl: 'https://nano.example' })
  const renew = createRenewAccess({ ...signIn.client, clientSecret: 'wrong' }, now)
  await expect(renew(grant)).rejects.toMatchObject({
    reason: 'client_rejected',
    message: expect.stringMatching(/maria@example\.com \(invalid_client: .*\)\. Check OIDC_CLIENT_ID/),
  })
})

test('a provider that does not respond is contacted again by the next call', async () => {
  const signIn = await startSheetsOidcProvider({ publicUrl: 'https://nano.example' })
  const renew = createRenewAccess(signIn.client, now)
  await signIn[Symbol.asyncDispose]()
  for (const _try of [1, 2]) await expect(renew(grant)).rejects.toMatchObject({ reason: 'unavailable' })
})
