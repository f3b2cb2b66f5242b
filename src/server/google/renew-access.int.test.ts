import { setGlobalProxyFromEnv } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { startHttpProxy } from '#tests/support/http-proxy.ts'
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

test('the error names a proxy that refuses to connect', async () => {
  await using proxy = await startHttpProxy({ port: 0, refuses: () => true })
  onTestFinished(setGlobalProxyFromEnv({ https_proxy: proxy.url }))
  const google = { issuer: 'https://accounts.google.com', clientId: 'id', clientSecret: 'secret' }
  await expect(createRenewAccess(google, now)(grant)).rejects.toMatchObject({
    reason: 'intercepted',
    message: expect.stringMatching(/^A proxy or firewall answered .* \(status 407\)/),
  })
})
