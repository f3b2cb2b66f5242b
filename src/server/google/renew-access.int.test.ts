import { expect, test } from 'vitest'
import { startSheetsSignIn } from '#tests/support/sheets-sign-in.ts'
import { createAccessRenewal } from './renew-access.ts'

const kept = { email: 'maria@example.com', refreshToken: 'never given' }

test('a refresh token that the provider does not know gives no access', async () => {
  await using people = await startSheetsSignIn({ publicUrl: 'https://nano.example' })
  expect(await createAccessRenewal(people.client)(kept)).toBeUndefined()
})

test('a provider that does not know this app is told as settings to check', async () => {
  await using people = await startSheetsSignIn({ publicUrl: 'https://nano.example' })
  const renew = createAccessRenewal({ ...people.client, clientSecret: 'wrong' })
  await expect(renew(kept)).rejects.toMatchObject({
    reason: 'unauthenticated',
    sentence: expect.stringMatching(/maria@example\.com \(invalid_client\): check OIDC_CLIENT_ID/),
  })
})

test('a provider that does not answer may be asked again, and is', async () => {
  const people = await startSheetsSignIn({ publicUrl: 'https://nano.example' })
  const renew = createAccessRenewal(people.client)
  await people[Symbol.asyncDispose]()
  for (const _try of [1, 2]) await expect(renew(kept)).rejects.toMatchObject({ reason: 'unavailable' })
})
