import { tmpdir } from 'node:os'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { TaskStatus } from '#contract/task-progress.ts'
import type { Cell } from '#domain/copy/cell.ts'
import type { ChangeHistory } from '#engine/undo/change-history.ts'
import { previewUndo } from '#engine/undo/preview-undo.ts'
import { readChangeHistory } from '#server/runs/change-history.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { shareNode } from '#tests/support/shared-node.ts'

const node = shareNode()

const HEADER = ['Order', 'Status', 'Amount']

interface Rows {
  source: Cell[][]
  target: Cell[][]
  /** The header of the target, if it differs from the header of the source. */
  header?: Cell[]
}

async function openWorld({ source, target, header = HEADER }: Rows) {
  const { provider, cluster, queue, beforeEachWrite } = node()
  const sourceSsId = await provider.spreadsheet({ rows: [HEADER, ...source] })
  const targetSsId = await provider.spreadsheet({ rows: [header, ...target] })
  const shape = { mode: 'update' as const, keyColumns: 'Order', missingRows: 'clear' as const, targetCell: 'A1' }
  const taskId = await cluster.addTask(await cluster.addType(), { sourceSsId, targetSsId, ...shape })
  const end = async (start: Promise<unknown>, status: TaskStatus = 'Success') => {
    await start
    await cluster.untilStatus(taskId, status)
    return (await cluster.readRun(taskId)).id
  }
  return {
    ...{ provider, cluster, sourceSsId, targetSsId, taskId, beforeEachWrite },
    run: () => end(queue.runTask({ taskId, triggeredBy: 'jo', allowShrink: true })),
    undo: (beforeRunId: number, { status }: { status?: TaskStatus } = {}) =>
      end(queue.undo({ taskId, undo: { beforeRunId, edited: 'leave', editedDigest: '' }, triggeredBy: 'jo' }), status),
    all: () => provider.read(targetSsId),
    rows: async () => (await provider.read(targetSsId)).slice(1),
  }
}

test('an undo takes back runs that updated rows by their keys together with one that mirrored before', async () => {
  const target = [
    [1, 'old', 10],
    [3, 'old', 30],
  ]
  const source = [
    [1, 'new', 10],
    [3, 'new', 30],
  ]
  const world = await openWorld({ source, target })
  const { cluster, taskId, provider } = world
  await cluster.orm.update(tasks).set({ mode: 'mirror', keyColumns: '' }).where(eq(tasks.id, taskId))
  const first = await world.run()
  await cluster.orm.update(tasks).set({ mode: 'update', keyColumns: 'Order' }).where(eq(tasks.id, taskId))
  await provider.write(world.sourceSsId, 'Sheet1!B2', [['newer']])
  await world.run()
  expect(await world.rows()).toEqual([
    [1, 'newer', 10],
    [3, 'new', 30],
  ])
  await world.undo(first)
  expect(await world.rows()).toEqual(target)
})

test('an undo by place finds the keys in columns to the right of all that was changed', async () => {
  const header = ['Status', 'Order']
  const world = await openWorld({ source: [], target: [] })
  const { cluster, taskId, provider } = world
  await provider.write(world.sourceSsId, 'Sheet1!A1', [
    [...header, ''],
    ['new', 1, ''],
  ])
  await provider.write(world.targetSsId, 'Sheet1!A1', [
    [...header, ''],
    ['old', 1, ''],
  ])
  const update = await world.run()
  await cluster.orm.update(tasks).set({ mode: 'mirror', keyColumns: '' }).where(eq(tasks.id, taskId))
  await provider.write(world.sourceSsId, 'Sheet1!A2', [['newer']])
  await world.run()
  expect(await world.rows()).toEqual([['newer', 1]])
  await world.undo(update)
  expect(await world.rows()).toEqual([['old', 1]])
})

test.each([
  { edit: 'nothing', isSorted: false },
  { edit: 'sort rows between the two', isSorted: true },
])(
  'an undo takes back a run that updated rows by their keys together with a later mirror, if people $edit',
  async ({ isSorted }) => {
    const target: Cell[][] = [
      [1, 'old', 10],
      [2, 'old', 20],
      [3, 'new', 30],
    ]
    const source = [
      [3, 'new', 33],
      [1, 'new', 11],
      [4, 'new', 40],
    ]
    const world = await openWorld({ source, target })
    const { cluster, taskId, provider } = world
    const update = await world.run()
    expect(await world.rows()).toEqual([[1, 'new', 11], [], [3, 'new', 33], [4, 'new', 40]])
    const sorted: Cell[][] = [
      [4, 'new', 40],
      [3, 'new', 33],
      [1, 'new', 11],
    ]
    if (isSorted) await provider.write(world.targetSsId, 'Sheet1!A2', [...sorted, ['', '', '']])
    await cluster.orm.update(tasks).set({ mode: 'mirror', keyColumns: '' }).where(eq(tasks.id, taskId))
    await world.run()
    expect(await world.rows()).toEqual(source)
    await world.undo(update, { status: isSorted ? 'Warning' : 'Success' })
    // The mirror run knew no keys, so the place of rows that people had moved before is unknown.
    expect(await world.rows()).toEqual(isSorted ? sorted : target)
  },
)

test.each<[string, Cell[], Cell[][]]>([
  ['wrote', [], []],
  ['changed', ['Order', 'State', 'Amount'], [[1, 'old', 10]]],
  ['changed above the keys', ['No.', 'Status', 'Amount'], [[1, 'old', 10]]],
])(
  'an undo takes back the header that a run %s, and an undo of that brings it again',
  async (_what, header, target) => {
    const source = [
      [1, 'new', 10],
      [3, 'new', 30],
    ]
    const world = await openWorld({ source, target, header })
    const before = await world.all()
    const first = await world.run()
    const after = await world.all()
    expect(after).toEqual([HEADER, ...source])
    const undone = await world.undo(first)
    expect(await world.all()).toEqual(before)
    await world.undo(undone)
    expect(await world.all()).toEqual(after)
  },
)

test('an undo takes back what a run with fewer columns cleared, with the header', async () => {
  const target = [[7, 'mine', 70]]
  const world = await openWorld({ source: [[1, 'new', 10]], target })
  const { cluster, taskId } = world
  await cluster.orm.update(tasks).set({ missingRows: 'keep' }).where(eq(tasks.id, taskId))
  await world.run()
  const before = await world.all()
  await cluster.orm.update(tasks).set({ columns: 'Order, Status' }).where(eq(tasks.id, taskId))
  const narrower = await world.run()
  expect(await world.all()).toEqual([HEADER.slice(0, 2), ...target, [1, 'new']])
  await world.undo(narrower)
  expect(await world.all()).toEqual(before)
})

test.each(['insert', 'delete', 'sort'] as const)(
  'no row is overwritten by one that an undo brings back to its place, if people %s rows at that moment',
  async (how) => {
    const target: Cell[][] = [
      ['a', 'one', 1],
      ['b', 'two', 2],
      ['c', '', ''],
      ['d', 'four', 4],
      ['e', 'five', 5],
      ['f', 'six', 6],
    ]
    const world = await openWorld({ source: target.filter(([key]) => key !== 'c' && key !== 'e'), target })
    const { provider, targetSsId } = world
    const run = await world.run()
    expect(await world.rows()).toEqual(target.map((row) => (row[0] === 'c' || row[0] === 'e' ? [] : row)))
    const range = { sheetId: 0, dimension: 'ROWS', startIndex: 1, endIndex: 2 }
    const change = (request: object) =>
      provider.call('POST', `/${targetSsId}:batchUpdate`, { requests: [{ [`${how}Dimension`]: request }] })
    let moves = 1
    world.beforeEachWrite(async () => {
      if (moves-- <= 0) return
      if (how !== 'sort') return await change({ range })
      const rows = (await world.rows()).map((row) => [0, 1, 2].map((at) => row[at] ?? ''))
      await provider.write(targetSsId, 'Sheet1!A2', [...rows.toSpliced(2, 1).toReversed(), ['', '', '']])
    })
    await world.undo(run)
    // A deleted row comes back, because it may have been overwritten.
    const sorted = (rows: Cell[][]) => rows.map((row) => row.filter((cell) => cell !== '').join()).toSorted()
    expect(sorted((await world.rows()).filter((row) => row.length > 0))).toEqual(sorted(target))
  },
)

test('no row is overwritten by one that comes back, if people sort the target so that its neighbor stays', async () => {
  const target: Cell[][] = [
    ['a', 'one', 1],
    ['b', 'two', 2],
    ['c', 'three', 3],
  ]
  const world = await openWorld({ source: target.slice(1), target })
  const run = await world.run()
  expect(await world.rows()).toEqual([[], ...target.slice(1)])
  let moves = 1
  world.beforeEachWrite(async () => {
    const sorted = [...target.slice(1).toReversed(), ['', '', '']]
    if (moves-- > 0) await world.provider.write(world.targetSsId, 'Sheet1!A2', sorted)
  })
  await world.undo(run)
  const sorted = (rows: Cell[][]) => rows.map((row) => row.join()).toSorted()
  expect(sorted((await world.rows()).filter((row) => row.length > 0))).toEqual(sorted(target))
})

test('an undo reads the changes of a run a few times, however many rows they are', async () => {
  const [orders, columns] = [4500, 40]
  const rows = Array.from({ length: orders }, (_, at): Cell[] => [`order ${at}`, ...Array<number>(columns).fill(at)])
  const target = rows.map(([key = null]) => [key, ...Array<string>(columns).fill('old')])
  const world = await openWorld({ source: rows, target })
  const { cluster, provider, taskId, targetSsId } = world
  const run = await world.run()
  const history = await readChangeHistory(cluster.orm, { taskId, fromRunId: run, targetSsId })
  const windows = history.windows.length
  expect(windows).toBeGreaterThan(4)
  let reads = 0
  const counted: ChangeHistory = {
    ...history,
    readBlocks(...args) {
      reads += 1
      return history.readBlocks(...args)
    },
  }
  const job = { access: { accounts: [], owner: '' }, history: counted }
  const { signal } = new AbortController()
  const { cells } = await previewUndo(provider.google, { job, tempDir: tmpdir(), signal })
  expect(cells).toBe(orders * columns)
  // Reads find each row's current place, its later changes, and its cells to write. Each window of the target overlaps two
  // windows of the history.
  expect(reads).toBeLessThanOrEqual(4 * windows)
})

test('an undo gives a row back the key that looked the same, wherever people sorted it', async () => {
  const target = [
    ['17', 'old', 10],
    [18, 'old', 20],
  ]
  const world = await openWorld({ source: [[17, 'new', 10]], target: [...target, ['A', 'old', 30]] })
  const { provider, sourceSsId, targetSsId } = world
  await provider.write(sourceSsId, 'Sheet1!A3', [
    [18, 'old', 20],
    ['A', 'new', 30],
  ])
  const first = await world.run()
  await provider.write(sourceSsId, 'Sheet1!A2', [['17 ', 'newer', 10]])
  await world.run()
  await provider.write(targetSsId, 'Sheet1!A2', (await world.rows()).toReversed())
  // A person types a blank behind a key.
  await provider.write(targetSsId, 'Sheet1!A2', [['A ']])
  expect(await world.rows()).toEqual([
    ['A ', 'new', 30],
    [18, 'old', 20],
    ['17 ', 'newer', 10],
  ])
  await world.undo(first)
  expect(await world.rows()).toEqual([['A ', 'old', 30], ...target.toReversed()])
})

test('an undo tells rows apart whose keys look the same', async () => {
  const target = ['A', 'A ', 'A\u00a0'].map((key, at) => [key, 'old', at])
  const world = await openWorld({
    source: target.map(([key, , at]) => [key ?? '', `new ${at}`, at ?? 0]),
    target,
  })
  const first = await world.run()
  await world.provider.write(world.targetSsId, 'Sheet1!A2', (await world.rows()).toReversed())
  expect((await world.rows()).map(([, status]) => status)).toEqual(['new 2', 'new 1', 'new 0'])
  await world.undo(first)
  expect(await world.rows()).toEqual(target.toReversed())
})
