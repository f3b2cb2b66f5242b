import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import { afterRun, buildShapedJob, TODAY } from '#tests/support/shaped-job.ts'
import { startTestProvider, sync, type TestProvider } from '#tests/support/test-provider.ts'

const HEADER: Cell[] = ['Copied at', 'Name', 'Done']
const APPEND = { mode: 'append' as const, timeColumn: 'Copied at', targetCell: 'A1' }
const UPDATE = { mode: 'update' as const, keyColumns: 'Name', targetCell: 'A1' }

interface World {
  source: Cell[][]
  target: Cell[][]
  /** The rows of the target with checkboxes in the last column, counted from 1. */
  boxes?: { first: number; last: number } | undefined
  shape: Parameters<typeof buildShapedJob>[0]['shape']
}

async function openWorld(provider: TestProvider, { source, target, boxes, shape }: World) {
  const sourceId = await provider.spreadsheet({ rows: source })
  const targetId = await provider.spreadsheet({ rows: target, rowCount: 60 })
  const width = target[0]?.length ?? 0
  if (boxes) {
    const range = { startRowIndex: boxes.first - 1, endRowIndex: boxes.last, startColumnIndex: width - 1 }
    const setDataValidation = {
      range: { ...range, sheetId: 0, endColumnIndex: width },
      rule: { condition: { type: 'BOOLEAN' } },
    }
    await provider.call('POST', `/${targetId}:batchUpdate`, { requests: [{ setDataValidation }] })
  }
  return { targetId, job: buildShapedJob({ sourceId, targetId, shape }), read: () => provider.read(targetId) }
}

const unchecked = (count: number, width: number) =>
  Array.from({ length: count }, (): Cell[] => [...Array<Cell>(width - 1).fill(''), false])

test('rows are appended in the first rows that people prepared with checkboxes, with one more read', async () => {
  await using provider = await startTestProvider()
  const filled: Cell[][] = [HEADER, [45_000, 'Ann', true]]
  const source = [
    ['Name', 'Done'],
    ['Ben', true],
    ['Cleo', ''],
  ]
  const prepared = await openWorld(provider, {
    source,
    target: [...filled, ...unchecked(48, 3)],
    boxes: { first: 2, last: 50 },
    shape: APPEND,
  })
  const plain = await openWorld(provider, { source, target: filled, shape: APPEND })
  const run = await countRequests(provider, () => sync(provider.google, prepared.job))
  const other = await countRequests(provider, () => sync(provider.google, plain.job))
  expect(run.outcome).toMatchObject({ status: 'Success', appended: { firstRow: 3 } })
  expect(run).toMatchObject({ reads: other.reads + 1, writes: other.writes })
  expect(await prepared.read()).toEqual([...filled, [TODAY, 'Ben', true], [TODAY, 'Cleo', false], ...unchecked(46, 3)])
})

test('rows are appended below FALSE that is no checkbox, and below checked boxes', async () => {
  await using provider = await startTestProvider()
  const source = [
    ['Name', 'Done'],
    ['Ben', true],
  ]
  const filled: Cell[][] = [HEADER, [45_000, 'Ann', true], ['', '', false]]
  const appendBelow = async (target: Cell[][], boxes: World['boxes']) => {
    const { job } = await openWorld(provider, { source, target, boxes, shape: APPEND })
    const firstRow = target.length + 1
    expect(await sync(provider.google, job)).toMatchObject({ status: 'Success', appended: { firstRow } })
  }
  await appendBelow(filled, undefined)
  await appendBelow(filled, { first: 2, last: 2 })
  await appendBelow([...filled, ['', '', true]], { first: 2, last: 9 })
})

test('rows are appended in rows that have nothing but blanks', async () => {
  await using provider = await startTestProvider()
  const filled: Cell[][] = [HEADER, [45_000, 'Ann', true]]
  const { job, read } = await openWorld(provider, {
    source: [
      ['Name', 'Done'],
      ['Ben', ''],
    ],
    target: [...filled, ['', '\u00a0', ' '], [' ']],
    shape: APPEND,
  })
  const first = await sync(provider.google, job)
  expect(first).toMatchObject({ status: 'Success', appended: { firstRow: 3 } })
  expect(await read()).toEqual([...filled, [TODAY, 'Ben'], [' ']])
  expect(await sync(provider.google, afterRun(job, first))).toMatchObject({
    status: 'Success',
    appended: { firstRow: 4 },
  })
})

test('rows that people prepared with checkboxes have no key, and new rows are written in the first of them', async () => {
  await using provider = await startTestProvider()
  const { job, read } = await openWorld(provider, {
    source: [['Name', 'Done'], ['Ann', true], ['Ben', true], ['Cleo', ''], ...unchecked(3, 2)],
    target: [['Name', 'Done'], ['Ann', false], ...unchecked(8, 2)],
    boxes: { first: 2, last: 10 },
    shape: { ...UPDATE, missingRows: 'clear' },
  })
  const first = await sync(provider.google, job)
  expect(first).toMatchObject({ status: 'Success' })
  const updated = [['Name', 'Done'], ['Ann', true], ['Ben', true], ['Cleo', false], ...unchecked(6, 2)]
  expect(await read()).toEqual(updated)
})

test('FALSE that is no checkbox holds a run that updates by key: its row has no key', async () => {
  await using provider = await startTestProvider()
  const { job } = await openWorld(provider, {
    source: [
      ['Name', 'Done'],
      ['Ben', true],
    ],
    target: [['Name', 'Done'], ['Ann', false], ...unchecked(1, 2)],
    boxes: { first: 2, last: 2 },
    shape: UPDATE,
  })
  expect(await sync(provider.google, job)).toMatchObject({
    kind: 'held',
    holds: [{ cause: 'keys_unusable', end: 'target', empty: 1, doubled: 0, cells: [{ row: 3 }] }],
  })
})
