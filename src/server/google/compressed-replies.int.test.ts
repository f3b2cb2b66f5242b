import { expect, test } from 'vitest'
import { ORDERS, startHandOut } from '#tests/support/hand-out-world.ts'
import { afterRun, buildShapedJob } from '#tests/support/shaped-job.ts'
import { buildJob, startTestProvider, sync, type TestProvider } from '#tests/support/test-provider.ts'
import { builtInAccount } from './account.ts'
import { apiProblem, driveProblem } from './probe-account.ts'

const signal = new AbortController().signal
const preference = { accounts: [], owner: 'jo@example.com', accountKind: null }

/** Checks that all requests of some work ask for compressed replies; returns their operations. */
async function requireGzip(
  { emulator: { requests } }: TestProvider,
  work: () => Promise<unknown>,
): Promise<Set<string>> {
  requests.clear()
  await work()
  expect(requests.entries.filter(({ acceptsGzip }) => !acceptsGzip)).toEqual([])
  return new Set(requests.entries.map(({ operation = '' }) => operation))
}

test.each([
  { kind: 'mirror', shape: undefined },
  { kind: 'shape', shape: { columns: 'Order, Amount', rows: 'Order > 1', hiddenRows: 'skip' as const, header: true } },
  { kind: 'append', shape: { mode: 'append' as const, timeColumn: 'Copied' } },
  { kind: 'update', shape: { mode: 'update' as const, keyColumns: 'Order', targetCell: 'A1' } },
])('each request of a copy asks for a compressed reply: $kind', async ({ shape }) => {
  await using provider = await startTestProvider()
  const sourceId = await provider.spreadsheet({ rows: ORDERS })
  const targetId = await provider.spreadsheet({})
  let job = shape ? buildShapedJob({ sourceId, targetId, shape }) : buildJob({ sourceId, targetId })
  const copy = async () => {
    const ran = await sync(provider.google, { ...job, fileChecks: { preparesSkip: true, mayBeInTrash: true } })
    expect(ran.status).toBe('Success')
    job = afterRun(job, ran)
  }
  const operations = await requireGzip(provider, copy)
  await requireGzip(provider, copy)
  await provider.write(sourceId, 'Sheet1!C3', [[21]])
  for (const operation of await requireGzip(provider, copy)) operations.add(operation)
  expect([...operations]).toEqual(expect.arrayContaining(['files.get', 'spreadsheets.get']))
  expect([...operations].some((operation) => operation.startsWith('values.batchUpdate'))).toBe(true)
})

test('each request that hands out, undoes or lists a folder asks for a compressed reply', async () => {
  await using world = await startHandOut()
  const { provider } = world
  const ran = { id: 0 }
  await requireGzip(provider, async () => {
    ran.id = (await world.run()).id
  })
  await requireGzip(provider, () => world.undo(ran.id))
  const folder = { name: 'Branches', mimeType: 'application/vnd.google-apps.folder' }
  const init = { method: 'POST', body: JSON.stringify(folder), headers: { 'content-type': 'application/json' } }
  const created = await fetch(`${provider.emulator.url}/drive/v3/files`, init)
  const { id } = (await created.json()) as { id: string }
  const client = provider.google.connect({ ...preference, signal, onWait() {}, log() {} })
  expect(await requireGzip(provider, () => client.listFolder(id))).toEqual(new Set(['files.list']))
})

test('each request outside runs asks for a compressed reply', async () => {
  await using provider = await startTestProvider()
  const id = await provider.spreadsheet({ rows: ORDERS })
  const { google, emulator } = provider
  const file = { spreadsheetId: id, title: 'Orders', preference, signal }
  const search = { search: 'Orders', withFolders: true, limit: 10, preference, signal }
  const operations = await requireGzip(provider, async () => {
    await google.describe(id, { requestedBy: 'jo@example.com', signal })
    await google.askEditRight(file)
    await google.readEdits(id, { account: builtInAccount, signal })
    await google.searchFiles(search)
    expect(await apiProblem(builtInAccount, emulator.url)).toBeUndefined()
    expect(await driveProblem(builtInAccount, { driveUrl: emulator.url, now: provider.now })).toBeUndefined()
  })
  expect(operations).toEqual(new Set(['spreadsheets.get', 'files.get', 'files.list']))
})
