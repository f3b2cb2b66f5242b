import { drive } from '@googleapis/drive'
import { expect } from 'vitest'
import { api } from '#contract/api.ts'
import { MAX_FILE_SEARCH_LENGTH } from '#contract/spreadsheet.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startExternalApp } from '#tests/support/external-app.ts'
import { test } from '#tests/support/shared-app.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'

const mimeType = 'application/vnd.google-apps.spreadsheet'

type Files = ReturnType<typeof drive>['files']
const connectDrive = (url: string): Files => drive({ version: 'v3', rootUrl: `${url}/`, retry: false }).files

async function createFile(files: Files, name: string, marks?: object): Promise<string> {
  const { data } = await files.create({ requestBody: { name, mimeType, ...marks } })
  return data.id ?? ''
}

test('built-in spreadsheets are found by the beginnings of words, starred and recently opened ones first', async ({
  emptyApp: app,
}) => {
  const files = connectDrive(app.emulator.url)
  await createFile(files, 'Daily ledger', { viewedByMeTime: '2026-01-05T08:00:00.000Z' })
  await createFile(files, "Jon's ledger \\ daily", { viewedByMeTime: '2026-02-05T08:00:00.000Z' })
  await createFile(files, 'Ledger archive, daily', { starred: true })
  await createFile(files, 'Ledger')
  const trashed = await createFile(files, 'Daily ledger, old')
  await files.update({ fileId: trashed, requestBody: { trashed: true } })
  const search = (search: string) => app.member.call(api.spreadsheets.search, { query: { search } })
  const found = await search('LEDGER dai')
  expect(found).toMatchObject({ account: null, problem: null, has_more: false })
  expect(found.files.map(({ title, is_starred, viewed_at }) => [title, is_starred, viewed_at])).toEqual([
    ['Ledger archive, daily', true, null],
    ["Jon's ledger \\ daily", false, '2026-02-05T08:00:00.000Z'],
    ['Daily ledger', false, '2026-01-05T08:00:00.000Z'],
  ])
  expect((await search("jon's \\")).files).toHaveLength(1)
  for (let index = 0; index < 20; index += 1) await createFile(files, `Many ${index}`)
  expect(await search('')).toMatchObject({ has_more: true, files: { length: 20 } })
  const tooLong = { query: { search: 'x'.repeat(MAX_FILE_SEARCH_LENGTH + 1) } }
  const refused = await app.member.send(api.spreadsheets.search, tooLong)
  expect(refused.status).toBe(400)
  // Searches and checks have a separate budget.
  expect(Number(refused.headers.get('x-ratelimit-limit'))).toBeLessThan(200)
})

test('folders are found on request, and as many files as asked for', async ({ emptyApp: app }) => {
  const files = connectDrive(app.emulator.url)
  const { data } = await files.create({
    requestBody: { name: 'Branches', mimeType: 'application/vnd.google-apps.folder' },
  })
  const north = await createFile(files, 'Branch north')
  const search = async (query: { folders?: 'true'; limit?: string }) => {
    const found = await app.member.call(api.spreadsheets.search, { query: { search: 'branch', ...query } })
    return { ...found, files: found.files.map(({ id, is_folder }) => [id, is_folder]) }
  }
  expect((await search({})).files).toEqual([[north, false]])
  expect((await search({ folders: 'true' })).files).toEqual([
    [north, false],
    [data.id, true],
  ])
  expect(await search({ folders: 'true', limit: '1' })).toMatchObject({ has_more: true, files: [[north, false]] })
})

test('a sample spreadsheet has rows, and is found', async ({ emptyApp: app }) => {
  const created = await app.member.call(api.spreadsheets.createSample, {})
  expect(await app.member.call(api.spreadsheets.get, { params: { id: created.id } })).toMatchObject({
    title: created.title,
    tabs: [{ title: 'Countries' }],
  })
  const place = { params: { id: created.id }, query: {} }
  const { columns, matching_rows } = await app.member.call(api.spreadsheets.tryShape, place)
  expect(columns.map(({ name }) => name)).toContain('name_ja')
  expect(matching_rows).toBeGreaterThan(200)
  const { files } = await app.member.call(api.spreadsheets.search, { query: { search: 'sample' } })
  expect(files).toMatchObject([created])
})

test('where Drive refuses or does not answer, the spreadsheets of tasks are offered', async ({ emptyApp: app }) => {
  const files = connectDrive(app.emulator.url)
  const [source, target] = [await createFile(files, 'Orders'), await createFile(files, 'Report')]
  await createFile(files, 'Of no task')
  const { id: typeId } = await app.member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const body = buildTaskFields({ sync_task_type_id: typeId, source_ss_id: source, target_ss_id: target })
  const { id } = await app.member.call(api.tasks.create, { body })
  await eventually({
    what: 'the titles of the task',
    read: async () => await app.member.call(api.tasks.get, { params: { id } }),
    until: ({ source_ss_name, target_ss_name }) => source_ss_name !== null && target_ss_name !== null,
  })
  const search = (search: string) => app.member.call(api.spreadsheets.search, { query: { search } })
  app.emulator.faults.add({ path: '/drive/', effect: { answer: 'service_disabled' } })
  expect(await search('')).toMatchObject({
    problem: 'refused',
    detail: expect.stringContaining('has not been used in project'),
    files: [{ id: source, title: 'Orders' }, { title: 'Report' }],
  })
  expect((await search('rep')).files.map(({ title }) => title)).toEqual(['Report'])
  app.emulator.faults.clear()
  app.emulator.faults.add({ path: '/drive/', effect: { answer: 'unavailable' } })
  expect(await search('order')).toMatchObject({ problem: 'no_answer', detail: '', files: [{ title: 'Orders' }] })
})

test("nobody's files are listed to others, and those of an account without access to Drive to nobody", async () => {
  await using world = await startExternalApp()
  const [ada, bob] = [
    await world.signedIn('ada@example.com'),
    await world.signedIn('bob@example.com', { lending: 'everyone' }),
  ]
  await world.spreadsheet()
  const requests = () => world.emulator.requests.entries.filter(({ operation }) => operation === 'files.list')
  const search = (client: typeof ada, relevant_user_accounts = '') =>
    client.call(api.spreadsheets.search, { query: { relevant_user_accounts } })
  const nothing = { files: [], has_more: false }
  expect(await search(ada)).toMatchObject({ ...nothing, account: 'ada@example.com', problem: 'not_granted' })
  expect(await search(ada, 'Bob@example.com')).toMatchObject({
    ...nothing,
    account: 'bob@example.com',
    problem: 'somebody_else',
  })
  expect(await search(bob, 'bob@example.com')).toMatchObject({ ...nothing, problem: 'not_granted' })
  expect(requests()).toEqual([])
})

test('an account that may be asked lists only the files that it can open, and only to its owner', async () => {
  const [owner, other] = ['ada@example.com', 'bob@example.com']
  const headers = async () => ({ authorization: `Bearer ${owner}` })
  const account = { name: owner, project: 'p', authorize: headers, authorizeDrive: headers }
  await using provider = await startTestProvider({ userAccounts: { get: () => account, hasAny: async () => true } })
  const files = connectDrive(provider.emulator.url)
  const [mine, theirs] = [await createFile(files, 'Mine'), await createFile(files, 'Theirs')]
  provider.emulator.share(mine, { readers: [owner] })
  provider.emulator.share(theirs, { readers: [other] })
  const { signal } = new AbortController()
  const search = (caller: string) =>
    provider.google.searchFiles({
      withFolders: false,
      limit: 20,
      search: '',
      preference: { accounts: [owner], owner: caller },
      signal,
    })
  expect(await search(owner)).toMatchObject({ kind: 'found', files: [{ title: 'Mine' }] })
  expect(await search(other)).toMatchObject({ kind: 'unsearched', problem: 'somebody_else' })
})

test('a spreadsheet that is not shared yet comes with the address and role, and is ready once it is shared', async () => {
  await using world = await startExternalApp()
  const ada = await world.signedIn('ada@example.com')
  const id = await world.spreadsheet()
  const check = (role: 'viewer' | 'editor') =>
    ada.call(api.spreadsheets.checkAccess, { params: { id }, query: { role } })
  world.emulator.faults.add({ spreadsheetId: id, effect: { answer: 'permission_denied' } })
  const share = { kind: 'share', address: 'ada@example.com', spreadsheet_id: id }
  expect(await check('viewer')).toEqual({
    id,
    title: null,
    tabs: [],
    is_ready: false,
    problem: `ada@example.com cannot open the spreadsheet ${id}. Share it with ada@example.com as a Viewer or Editor.`,
    needs_sharing: true,
    action: { ...share, role: 'viewer' },
  })
  world.emulator.faults.clear()
  world.emulator.faults.add({ spreadsheetId: id, kind: 'write', effect: { answer: 'permission_denied' } })
  expect(await check('editor')).toMatchObject({
    title: 'Untitled spreadsheet',
    is_ready: false,
    needs_sharing: true,
    problem: expect.stringContaining('as an Editor'),
    action: { ...share, role: 'editor' },
  })
  expect(await check('viewer')).toMatchObject({ is_ready: true, problem: null, action: null })
  world.emulator.faults.clear()
  expect(await check('editor')).toMatchObject({
    is_ready: true,
    tabs: [{ title: 'Sheet1', row_count: 1000, column_count: 26, is_hidden: false }],
  })
  const missing = { params: { id: 'missing' }, query: {} }
  expect(await ada.call(api.spreadsheets.checkAccess, missing)).toMatchObject({ is_ready: false, needs_sharing: false })
})

test('the right to edit a target is asked of Drive where it can say, which leaves the version of the file alone', async ({
  emptyApp: app,
}) => {
  const files = connectDrive(app.emulator.url)
  const id = await createFile(files, 'Report')
  const version = async () => (await files.get({ fileId: id, fields: 'version' })).data.version
  const before = await version()
  const check = () => app.member.call(api.spreadsheets.checkAccess, { params: { id }, query: { role: 'editor' } })
  expect(await check()).toMatchObject({ is_ready: true })
  expect(await version()).toBe(before)
  app.emulator.faults.add({ path: '/drive/', effect: { answer: 'service_disabled' } })
  app.emulator.faults.add({ kind: 'write', effect: { answer: 'permission_denied' } })
  expect(await check()).toMatchObject({ is_ready: false, needs_sharing: true })
})
