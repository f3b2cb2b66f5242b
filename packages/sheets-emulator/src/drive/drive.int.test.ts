import { expect, test } from 'vitest'
import { catchError, startTestEmulator } from '../../tests/test-emulator.ts'

const mimeType = 'application/vnd.google-apps.spreadsheet'

test('creates, renames, copies and deletes a spreadsheet as a file', async () => {
  await using provider = await startTestEmulator()
  const { data: created } = await provider.files.create({ requestBody: { name: 'Fresh', mimeType } })
  const fileId = created.id ?? ''
  expect(created).toEqual({ kind: 'drive#file', id: fileId, name: 'Fresh', mimeType })
  await provider.files.update({ fileId, requestBody: { name: 'Renamed' } })
  const { data } = await provider.spreadsheets.get({
    spreadsheetId: fileId,
    fields: 'properties.title,sheets.properties.title',
  })
  expect(data).toEqual({ properties: { title: 'Renamed' }, sheets: [{ properties: { title: 'Sheet1' } }] })
  const { data: copy } = await provider.files.copy({ fileId, requestBody: {} })
  expect(copy.name).toBe('Copy of Renamed')
  expect((await provider.files.delete({ fileId })).status).toBe(204)
  expect(await catchError(provider.files.get({ fileId }))).toEqual({
    status: 404,
    message: `File not found: ${fileId}.`,
    body: {
      error: {
        code: 404,
        message: `File not found: ${fileId}.`,
        errors: [
          {
            message: `File not found: ${fileId}.`,
            domain: 'global',
            reason: 'notFound',
            location: 'fileId',
            locationType: 'parameter',
          },
        ],
      },
    },
  })
})

test('every change of a cell updates version and modification time', async () => {
  const clock = { now: new Date('2026-05-01T10:00:00Z') }
  await using provider = await startTestEmulator({ now: () => clock.now })
  const fileId = provider.spreadsheetId
  const read = async () => (await provider.files.get({ fileId, fields: 'version,modifiedTime,createdTime' })).data
  const before = await read()
  clock.now = new Date('2026-05-01T10:05:00Z')
  await provider.values.get({ spreadsheetId: fileId, range: 'A1' })
  expect(await read()).toEqual(before)
  await provider.values.update({
    spreadsheetId: fileId,
    range: 'A1',
    valueInputOption: 'RAW',
    requestBody: { values: [[1]] },
  })
  expect(await read()).toEqual({
    version: String(Number(before.version) + 1),
    createdTime: '2026-05-01T10:00:00.000Z',
    modifiedTime: '2026-05-01T10:05:00.000Z',
  })
})

test('lists the files that match a query, in order, page by page', async () => {
  await using provider = await startTestEmulator()
  for (const name of ['Books 10', 'Books 2', 'Cars']) await provider.files.create({ requestBody: { name, mimeType } })
  const query = {
    q: `name contains 'books' and mimeType='${mimeType}' and trashed=false`,
    orderBy: 'name',
    pageSize: 1,
  }
  const first = await provider.files.list(query)
  expect(first.data).toMatchObject({ kind: 'drive#fileList', incompleteSearch: false, files: [{ name: 'Books 2' }] })
  const pageToken = first.data.nextPageToken ?? ''
  const second = await provider.files.list({ ...query, pageToken, fields: 'nextPageToken,files(name)' })
  expect(second.data).toEqual({ files: [{ name: 'Books 10' }] })
})

test('stars and the last time that a file was opened are kept, and order a list', async () => {
  await using provider = await startTestEmulator()
  const { data: untouched } = await provider.files.get({ fileId: provider.spreadsheetId, fields: 'starred,viewedByMe' })
  expect(untouched).toEqual({ starred: false, viewedByMe: false })
  const create = async (name: string, marks: object) => {
    const { data } = await provider.files.create({ requestBody: { name, mimeType } })
    await provider.files.update({ fileId: data.id ?? '', requestBody: marks })
  }
  await create('Old', { viewedByMeTime: '2026-01-05T08:00:00Z' })
  await create('Recent', { viewedByMeTime: '2026-03-05T08:00:00.000Z' })
  await create('Starred', { starred: true })
  const fields = 'files(name,starred,viewedByMeTime)'
  const { data } = await provider.files.list({ orderBy: 'starred desc,viewedByMeTime desc', pageSize: 3, fields })
  expect(data.files).toEqual([
    { name: 'Starred', starred: true },
    { name: 'Recent', starred: false, viewedByMeTime: '2026-03-05T08:00:00.000Z' },
    { name: 'Old', starred: false, viewedByMeTime: '2026-01-05T08:00:00.000Z' },
  ])
  const fileId = provider.spreadsheetId
  const bad = await catchError(provider.files.update({ fileId, requestBody: { viewedByMeTime: 'yesterday' } }))
  expect(bad).toMatchObject({ status: 400, body: { error: { errors: [{ location: 'viewedByMeTime' }] } } })
})

test.each([
  [{ q: 'name like x' }, 'q', 'Invalid Value'],
  [{ pageSize: 0 }, 'pageSize', "Invalid value '0'. Values must be within the range: [1, 1000]"],
  [{ pageToken: 'x' }, 'pageToken', 'Invalid Value'],
  [{ orderBy: 'size' }, 'orderBy', 'Invalid Value'],
  [{ fields: 'files(titel)' }, 'fields', 'Invalid field selection files.titel'],
])('rejects a list with %j and names the parameter', async (query, location, message) => {
  await using provider = await startTestEmulator()
  const error = await catchError(provider.files.list(query))
  expect(error).toMatchObject({ status: 400, message, body: { error: { errors: [{ location }] } } })
})

test('an Office file is a file of its own kind, which the Sheets API refuses', async () => {
  await using provider = await startTestEmulator()
  const officeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const { data: file } = await provider.files.create({ requestBody: { name: 'Budget.xlsx', mimeType: officeType } })
  const spreadsheetId = file.id ?? ''
  expect(file.mimeType).toBe(officeType)
  const refused = {
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'This operation is not supported for this document. The document must not be an Office file.',
        status: 'FAILED_PRECONDITION',
      },
    },
  }
  expect(await catchError(provider.spreadsheets.get({ spreadsheetId }))).toMatchObject(refused)
  expect(await catchError(provider.values.get({ spreadsheetId, range: 'A1' }))).toMatchObject(refused)
  const requestBody = { values: [[1]] }
  const write = provider.values.update({ spreadsheetId, range: 'A1', valueInputOption: 'RAW', requestBody })
  expect(await catchError(write)).toMatchObject(refused)
})

test('a file says whether its caller made the last change, and names nobody after one without an account', async () => {
  await using provider = await startTestEmulator()
  const fileId = provider.spreadsheetId
  const headers = { authorization: 'Bearer writer' }
  const write = { spreadsheetId: fileId, range: 'A1', valueInputOption: 'RAW', requestBody: { values: [[1]] } }
  const fields = 'lastModifyingUser(me,emailAddress)'
  const readFile = async (account: string) =>
    (await provider.files.get({ fileId, fields }, { headers: { authorization: `Bearer ${account}` } })).data
  await provider.values.update(write, { headers })
  expect(await readFile('writer')).toEqual({ lastModifyingUser: { me: true, emailAddress: 'writer' } })
  expect(await readFile('reader')).toEqual({ lastModifyingUser: { me: false, emailAddress: 'writer' } })
  await provider.values.update(write)
  expect(await readFile('writer')).toEqual({})
})

test('a file says what its caller may do with it', async () => {
  await using provider = await startTestEmulator()
  const fileId = provider.spreadsheetId
  provider.emulator.share(fileId, { readers: ['reader'], writers: ['writer'] })
  const capabilities = async (account: string) => {
    const headers = { authorization: `Bearer ${account}` }
    const fields = 'version,modifiedTime,mimeType,trashed,capabilities(canEdit)'
    return (await provider.files.get({ fileId, fields }, { headers })).data
  }
  expect(await capabilities('reader')).toMatchObject({ mimeType, trashed: false, capabilities: { canEdit: false } })
  expect(await capabilities('writer')).toMatchObject({ capabilities: { canEdit: true } })
})

test('a folder has files, which can be moved, and is no spreadsheet', async () => {
  await using provider = await startTestEmulator()
  const { files } = provider
  const folderType = 'application/vnd.google-apps.folder'
  const { data: folder } = await files.create({ requestBody: { name: 'Branches', mimeType: folderType } })
  const folderId = folder.id ?? ''
  const { data: file } = await files.create({ requestBody: { name: 'North', mimeType, parents: [folderId] } })
  const fileId = file.id ?? ''
  const list = async () => {
    const { data } = await files.list({ q: `'${folderId}' in parents`, fields: 'files(name,parents)' })
    return data.files
  }
  expect(await list()).toEqual([{ name: 'North', parents: [folderId] }])
  await files.update({ fileId, addParents: 'root', removeParents: folderId, requestBody: {} })
  expect(await list()).toEqual([])
  await files.update({ fileId, addParents: folderId, removeParents: 'root', requestBody: {} })
  expect(await list()).toHaveLength(1)
  expect(await catchError(files.update({ fileId: folderId, addParents: fileId, requestBody: {} }))).toMatchObject({
    status: 400,
    message: 'The specified parent is not a folder.',
  })
  expect(await catchError(files.list({ q: "'nowhere' in parents" }))).toMatchObject({ status: 404 })
  expect(await catchError(provider.spreadsheets.get({ spreadsheetId: folderId }))).toMatchObject({ status: 404 })
})

test('refuses what it would not store', async () => {
  await using provider = await startTestEmulator()
  const create = (body: object) => catchError(provider.files.create({ requestBody: { name: 'x', mimeType, ...body } }))
  const refused = (what: string) => ({ status: 400, message: `This provider does not store ${what}.` })
  expect(await create({ description: 'kept by Google' })).toMatchObject(refused('description'))
  expect(await create({ copyRequiresWriterPermission: true })).toMatchObject(refused('copyRequiresWriterPermission'))
  expect(await create({ parents: ['folder'] })).toMatchObject({ status: 404, message: 'File not found: folder.' })
})
