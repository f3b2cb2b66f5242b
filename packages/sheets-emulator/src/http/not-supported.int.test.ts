import { drive } from '@googleapis/drive'
import { expect, test } from 'vitest'
import { batchUpdate } from '../../tests/spreadsheet-calls.ts'
import { catchError, startTestEmulator } from '../../tests/test-emulator.ts'

test("Google's methods, parameters, fields and kinds of requests are refused as not supported", async () => {
  await using provider = await startTestEmulator()
  const { spreadsheets, values, files, spreadsheetId } = provider
  const refused = async (call: Promise<unknown>) => {
    const { status, message } = await catchError(call)
    return `${status} ${message}`
  }
  const ranges = { spreadsheetId, requestBody: { dataFilters: [{ a1Range: 'A1' }] } }
  expect(await refused(values.batchGetByDataFilter(ranges))).toBe(
    '400 This provider does not support POST /v4/spreadsheets/{spreadsheetId}/values:batchGetByDataFilter.',
  )
  expect(await refused(files.export({ fileId: spreadsheetId, mimeType: 'text/csv' }))).toBe(
    '400 This provider does not support GET /drive/v3/files/{fileId}/export.',
  )
  expect(await refused(files.generateIds({}))).toContain('does not support GET /drive/v3/files/generateIds')
  const media = { mimeType: 'text/csv', body: 'a,b' }
  expect(
    await refused(files.create({ requestBody: { name: 'Upload' }, media }, { rootUrl: `${provider.emulator.url}/` })),
  ).toContain('does not support POST /upload/drive/v3/files')
  expect(await refused(spreadsheets.get({ spreadsheetId, commentsViewMode: 'COMMENTS_VIEW_MODE_FULL' }))).toBe(
    '400 This provider does not support the parameter "commentsViewMode".',
  )
  expect(await refused(spreadsheets.create({ requestBody: { sheets: [{ charts: [] }] } }))).toBe(
    `400 This provider does not support "charts" at 'sheets[0]'.`,
  )
  expect(await refused(batchUpdate(provider, [], { commentsViewMode: 'COMMENTS_VIEW_MODE_OMITTED' }))).toContain(
    'does not support "commentsViewMode"',
  )
  expect(await refused(batchUpdate(provider, [{ insertComment: {} }]))).toContain('is not supported by this provider')
  expect((await spreadsheets.get({ spreadsheetId, fields: 'sheets(properties.title,commentAnchors)' })).data).toEqual({
    sheets: [{ properties: { title: 'Sheet1' } }],
  })
})

test('Drive says whose account it is, if asked for fields', async () => {
  await using provider = await startTestEmulator()
  const { about } = drive({ version: 'v3', rootUrl: `${provider.emulator.url}/`, retry: false })
  const { data } = await about.get({ fields: 'user(emailAddress,me),kind' })
  expect(data).toEqual({ kind: 'drive#about', user: { emailAddress: 'owner@example.com', me: true } })
  expect(await catchError(about.get({}))).toMatchObject({
    status: 400,
    message: "The 'fields' parameter is required for this method.",
  })
})
