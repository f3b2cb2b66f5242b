import { expect, test } from 'vitest'
import { catchError, startTestEmulator } from '../../tests/test-emulator.ts'

test('an unshared spreadsheet has only its owner', async () => {
  await using provider = await startTestEmulator()
  const { data } = await provider.permissions.list({ fileId: provider.spreadsheetId })
  expect(data).toEqual({
    kind: 'drive#permissionList',
    permissions: [{ kind: 'drive#permission', id: expect.stringMatching(/^\d{20}$/), type: 'user', role: 'owner' }],
  })
})

test('sharing twice with one user changes the role, and the permission can be removed', async () => {
  await using provider = await startTestEmulator()
  const fileId = provider.spreadsheetId
  const share = async (role: string, emailAddress = 'ann@example.com') =>
    (await provider.permissions.create({ fileId, requestBody: { type: 'user', role, emailAddress } })).data
  const first = await share('reader')
  expect(await share('writer', 'Ann@example.com')).toEqual({ ...first, role: 'writer' })
  const permissionId = first.id ?? ''
  await provider.permissions.update({ fileId, permissionId, requestBody: { role: 'commenter' } })
  const fields = 'emailAddress,displayName,role'
  expect((await provider.permissions.get({ fileId, permissionId, fields })).data).toEqual({
    emailAddress: 'ann@example.com',
    displayName: 'ann',
    role: 'commenter',
  })
  expect((await provider.permissions.delete({ fileId, permissionId })).status).toBe(204)
  expect(await catchError(provider.permissions.get({ fileId, permissionId }))).toMatchObject({
    status: 404,
    message: `Permission not found: ${permissionId}.`,
    body: { error: { errors: [{ reason: 'notFound', location: 'permissionId' }] } },
  })
})

test('shares with anyone who has the link and with a domain', async () => {
  await using provider = await startTestEmulator()
  const fileId = provider.spreadsheetId
  const anyone = await provider.permissions.create({ fileId, requestBody: { type: 'anyone', role: 'reader' } })
  expect(anyone.data).toEqual({ kind: 'drive#permission', id: 'anyoneWithLink', type: 'anyone', role: 'reader' })
  await provider.permissions.create({ fileId, requestBody: { type: 'domain', role: 'writer', domain: 'example.com' } })
  const { data } = await provider.permissions.list({ fileId, fields: 'permissions(type,domain)' })
  expect(data.permissions).toEqual([{ type: 'user' }, { type: 'anyone' }, { type: 'domain', domain: 'example.com' }])
})

test('the owner cannot be removed', async () => {
  await using provider = await startTestEmulator()
  const fileId = provider.spreadsheetId
  const { data } = await provider.permissions.list({ fileId })
  const permissionId = data.permissions?.[0]?.id ?? ''
  expect(await catchError(provider.permissions.delete({ fileId, permissionId }))).toMatchObject({
    status: 403,
    message: 'The owner of a file cannot be removed.',
  })
})

test.each([
  [{ role: 'reader' }, 'The permission type field is required.'],
  [{ type: 'user', emailAddress: 'a@example.com' }, 'The permission role field is required.'],
  [{ type: 'user', role: 'reader' }, 'The specified emailAddress is invalid or not applicable.'],
])('rejects sharing with %j', async (requestBody, message) => {
  await using provider = await startTestEmulator()
  const error = await catchError(provider.permissions.create({ fileId: provider.spreadsheetId, requestBody }))
  expect(error).toMatchObject({ status: 400, message })
})

test('refuses what Drive would keep of a permission and this provider would lose', async () => {
  await using provider = await startTestEmulator()
  const fileId = provider.spreadsheetId
  const requestBody = { type: 'anyone', role: 'reader', expirationTime: '2030-01-01T00:00:00Z' }
  expect(await catchError(provider.permissions.create({ fileId, requestBody }))).toMatchObject({
    status: 400,
    message: 'This provider does not store expirationTime.',
  })
})
