import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { afterRun, buildShapedJob } from '#tests/support/shaped-job.ts'
import { APPROVE_ALL, startTestProvider, sync, type TestProvider } from '#tests/support/test-provider.ts'

async function drive<Reply>(provider: TestProvider, path: string, method: string, body: object = {}): Promise<Reply> {
  const headers = { 'content-type': 'application/json' }
  const url = `${provider.emulator.url}/drive/v3/files${path}`
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
  expect(response.status).toBe(200)
  return (await response.json()) as Reply
}

/** Creates a folder, with functions to add and remove spreadsheets. */
async function createFolder(provider: TestProvider) {
  const mimeType = 'application/vnd.google-apps.folder'
  const { id } = await drive<{ id: string }>(provider, '', 'POST', { name: 'Branches', mimeType })
  const move = async (file: string, name: string) => {
    await drive(provider, `/${file}?addParents=${id}&removeParents=root`, 'PATCH', { name })
    return file
  }
  const add = async (name: string, rows: Cell[][]) =>
    await move(await provider.spreadsheet({ title: 'Orders', rows }, { title: '2026-01', rows }), name)
  const remove = async (file: string) => {
    await drive(provider, `/${file}?addParents=root&removeParents=${id}`, 'PATCH')
  }
  return { id, move, add, remove }
}

const order = (no: number): Cell[][] => [['Order'], [no]]

test('the spreadsheets of a folder are sources, by their names, and one that leaves it is a loss', async () => {
  await using provider = await startTestProvider()
  const folder = await createFolder(provider)
  await folder.add('Branch 10', order(10))
  const second = await folder.add('Branch 2', order(2))
  const sourceId = await folder.add('Head office', order(1))
  const targetId = await folder.move(await provider.spreadsheet({}), 'A master')
  const moreSources = [{ folder_id: folder.id, source_sheet_name: 'Orders' }]
  const shape = { startRow: 1, moreSources, sourceColumn: 'Branch' }
  const job = buildShapedJob({ sourceId, sourceTab: 'Orders', targetId, startRow: 1, shape })
  const first = await sync(provider.google, job)
  expect(first).toMatchObject({ status: 'Success', rows: 3 })
  const all: Cell[][] = [
    ['Branch', 'Order'],
    ['Head office', 1],
    ['Branch 2', 2],
    ['Branch 10', 10],
  ]
  expect(await provider.read(targetId)).toEqual(all)

  await folder.add('Branch 3', order(3))
  const grown = await sync(provider.google, afterRun(job, first))
  expect(grown).toMatchObject({ status: 'Success', rows: 4 })
  const withThird = all.toSpliced(3, 0, ['Branch 3', 3])
  expect(await provider.read(targetId)).toEqual(withThird)
  const unchanged = await sync(provider.google, afterRun(job, grown))
  expect(unchanged).toMatchObject({ status: 'Success', cellsChanged: 0, writes: 0 })

  await folder.remove(second)
  const kept = await sync(provider.google, {
    ...afterRun(job, grown),
    union: { ...requireUnion(job), whenSourceFails: 'hold' },
  })
  expect(kept).toMatchObject({ kind: 'held', holds: [{ cause: 'source_gone', rows: 1, source: 'Branch 2' }] })
  const accepted = await sync(provider.google, { ...afterRun(job, grown), approval: APPROVE_ALL })
  expect(accepted).toMatchObject({ status: 'Success', rows: 3 })
  expect((await provider.read(targetId)).flat()).not.toContain('Branch 2')
})

test('a pattern is looked for in each spreadsheet of a folder', async () => {
  await using provider = await startTestProvider()
  const folder = await createFolder(provider)
  await folder.add('North', order(1))
  await folder.move(await provider.spreadsheet({ title: 'Notes' }), 'Empty')
  const sourceId = await provider.spreadsheet({ rows: order(7) })
  const targetId = await provider.spreadsheet({})
  const shape = { startRow: 1, moreSources: [{ folder_id: folder.id, source_sheet_name: '2026-*' }] }
  const run = await sync(provider.google, buildShapedJob({ sourceId, targetId, startRow: 1, shape }))
  expect(run).toMatchObject({ status: 'Success', rows: 2 })
  expect(await provider.read(targetId)).toEqual([['Order'], [7], [1]])
})

test.each([
  ['permission_denied', 'are unknown: Google Drive refused'],
  ['not_found', 'does not exist, or'],
] as const)('where Drive answers %s to the list of a folder, the run says so and holds', async (answer, message) => {
  await using provider = await startTestProvider()
  const folder = await createFolder(provider)
  await folder.add('North', order(1))
  const sourceId = await provider.spreadsheet({ rows: order(7) })
  const targetId = await provider.spreadsheet({})
  const shape = { startRow: 1, moreSources: [{ folder_id: folder.id, source_sheet_name: '' }] }
  const job = buildShapedJob({ sourceId, targetId, startRow: 1, shape: { ...shape, whenSourceFails: 'hold' } })
  provider.emulator.faults.add({ operation: 'files.list', effect: { answer } })
  await expect(sync(provider.google, job)).rejects.toMatchObject({
    reason: 'folder_unusable',
    message: expect.stringContaining(message),
    retryable: false,
  })
})

function requireUnion({ union }: ReturnType<typeof buildShapedJob>) {
  if (!union) throw new Error('The job has one source')
  return union
}
