import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { COUNT_LIMITS } from '#tests/support/count-limits.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import { editBeforeEachWrite, editBeforeWrite } from '#tests/support/edit-before-write.ts'
import { createMemoryProvider, type MemoryProvider } from '#tests/support/memory-provider.ts'
import { afterRun, buildShapedJob, forgetMemory } from '#tests/support/shaped-job.ts'
import { APPROVE_ALL, sync } from '#tests/support/test-provider.ts'

const SHAPE = { mode: 'update' as const, keyColumns: 'Order', targetCell: 'A1' }
const SOURCE: Cell[][] = [
  ['Order', 'Status', 'Amount'],
  [1, 'paid', 10],
  [3, 'open', 30],
  [4, 'open', 40],
]
const TARGET: Cell[][] = [
  ['Order', 'Status', 'Amount', 'My notes'],
  [2, 'mine', 20, 'two'],
  [3, 'new', '', 'three'],
  [1, 'open', 10, 'one'],
]
const UPDATED: Cell[][] = [
  ['Order', 'Status', 'Amount', 'My notes'],
  [2, 'mine', 20, 'two'],
  [3, 'open', 30, 'three'],
  [1, 'paid', 10, 'one'],
  [4, 'open', 40],
]

async function openWorld(memory: MemoryProvider, { shape = {}, source = SOURCE, target = TARGET } = {}) {
  const sourceId = await memory.spreadsheet({ rows: source })
  const targetId = await memory.spreadsheet({ rows: target })
  const job = buildShapedJob({ sourceId, targetId, shape: { ...SHAPE, ...shape } })
  const rearrange = async (change: (rows: Cell[][]) => Cell[][]) => {
    const [header = [], ...rows] = await memory.read(targetId)
    const width = Math.max(...rows.map((row) => row.length))
    const moved = [header, ...change(rows)].map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''))
    await memory.write(targetId, 'Sheet1!A1', moved)
  }
  return { sourceId, targetId, job, rearrange }
}

test('rows with a key of the source are changed in place, new ones are added below, and others are left', async () => {
  const memory = createMemoryProvider()
  const { targetId, job } = await openWorld(memory)
  const first = await countRequests(memory, () => sync(memory.provider, job))
  expect(first.outcome).toMatchObject({ status: 'Success', rows: 3, cellsChanged: 6 })
  expect(first.writes).toBe(1)
  expect(await memory.read(targetId)).toEqual(UPDATED)
  expect(first.outcome.dataCopy?.rows).toEqual(SOURCE.slice(1))
})

test('rows whose key the source does not have are cleared if the task says so, but nothing beside them', async () => {
  const memory = createMemoryProvider()
  const { targetId, job } = await openWorld(memory, { shape: { missingRows: 'clear' } })
  expect(await sync(memory.provider, job)).toMatchObject({ status: 'Success', cellsChanged: 9 })
  expect(await memory.read(targetId)).toEqual(UPDATED.map((row) => (row[0] === 2 ? ['', '', '', 'two'] : row)))
})

test('rows are added to an empty table below a header that people wrote', async () => {
  const memory = createMemoryProvider()
  const target = [['My orders'], ['Order no.', 'State', 'Amount', 'My notes']]
  const { targetId, job } = await openWorld(memory, { target, shape: { targetCell: 'A3', header: false } })
  const run = await countRequests(memory, () => sync(memory.provider, job))
  expect(run).toMatchObject({ writes: 1, outcome: { status: 'Success', cellsChanged: 9 } })
  expect(run.outcome.log.map(({ message }) => message).join()).not.toContain('were moved')
  expect(await memory.read(targetId)).toEqual([...target, ...SOURCE.slice(1)])
})

test('a header that people wrote, with the columns in another order, holds the run', async () => {
  const memory = createMemoryProvider()
  const own = {
    shape: { targetCell: 'A2', header: false },
    target: [
      ['Order', 'State', 'Amount'],
      [1, 'open', 10],
    ],
  }
  const { targetId, job } = await openWorld(memory, own)
  const run = await sync(memory.provider, job)
  expect(run).toMatchObject({ status: 'Success', rows: 3 })
  // Somebody drags the last column to the left.
  const dragged = (await memory.read(targetId)).map(([order = '', state = '', amount = '']) => [order, amount, state])
  await memory.write(targetId, 'Sheet1!A1', dragged)
  const next = afterRun(job, run)
  const afresh = forgetMemory(next)
  for (const later of [next, afresh]) {
    const held = await sync(memory.provider, later)
    expect(held).toMatchObject({ kind: 'held', holds: [{ cause: 'columns_misplaced', columns: [{ column: 2 }] }] })
  }
  expect(await memory.read(targetId)).toEqual(dragged)
  // Once a person agreed, the names above belong to other columns.
  const accepted = await sync(memory.provider, { ...next, approval: APPROVE_ALL })
  expect(accepted).toMatchObject({ status: 'Success' })
  expect(await sync(memory.provider, afterRun(job, accepted))).toMatchObject({ status: 'Success' })
  await memory.write(targetId, 'Sheet1!B1', [['Amount', 'Status']])
  expect(await sync(memory.provider, afterRun(job, accepted))).toMatchObject({ kind: 'held' })
})

test.each<[string, Cell[], Partial<typeof SHAPE & { columns: string }>]>([
  ['has no header', ['', '', ''], { columns: 'C, A', keyColumns: 'A' }],
  ['is chosen by its letters', ['Order', '', 'Name'], { columns: 'C, A', keyColumns: 'A' }],
  ['has an empty header beside another', ['', '', ''], { columns: 'Column C, Column A', keyColumns: 'Column A' }],
  [
    'has the name of another one in the source',
    ['Order', '', 'No'],
    { columns: 'No as Order, Order as No', keyColumns: 'No' },
  ],
])('a key column is the one that is meant where it %s', async (_what, header, shape) => {
  const memory = createMemoryProvider()
  const source = [header, [1, '', 'Ann'], [2, '', 'Bobby']]
  const target: Cell[][] = [
    ['Bob', 2, 'two'],
    ['Ann', 1, 'one'],
  ]
  const { targetId, job } = await openWorld(memory, { source, target, shape: { ...shape, header: false } })
  expect(await sync(memory.provider, job)).toMatchObject({ status: 'Success', cellsChanged: 1 })
  expect(await memory.read(targetId)).toEqual([['Bobby', 2, 'two'], target[1]])
})

test('an unchanged task takes the requests of a mirror, wherever people sort its rows', async () => {
  const memory = createMemoryProvider()
  const { targetId, sourceId, job, rearrange } = await openWorld(memory)
  const first = await sync(memory.provider, job)
  await rearrange((rows) => rows.toReversed())
  const settled = await countRequests(memory, () => sync(memory.provider, afterRun(job, first)))
  expect(settled).toMatchObject({ writes: 0, outcome: { status: 'Success', cellsChanged: 0 } })
  expect(settled.reads).toBe(COUNT_LIMITS.shapedUnchangedReads.limit)
  const unchanged = await countRequests(memory, () => sync(memory.provider, afterRun(job, settled.outcome)))
  expect(unchanged).toMatchObject({ reads: COUNT_LIMITS.untouchedReads.limit, writes: 0 })
  await memory.write(sourceId, 'Sheet1!B2', [['late']])
  const edited = await sync(memory.provider, afterRun(job, unchanged.outcome))
  expect(edited).toMatchObject({ status: 'Success', cellsChanged: 1 })
  expect(await memory.read(targetId)).toContainEqual([1, 'late', 10, 'one'])
})

test.each(['keep', 'clear'] as const)(
  'people sort the target right before a write, missing rows: %s',
  async (missingRows) => {
    const memory = createMemoryProvider()
    const { targetId, job, rearrange } = await openWorld(memory, { shape: { missingRows } })
    const google = editBeforeWrite(memory.provider, () => rearrange((rows) => rows.toReversed()))
    const run = await sync(google, job)
    expect(run.status).toBe('Success')
    expect(run.log.map(({ message }) => message).join()).toContain('were moved while they were written')
    const [header, ...rows] = UPDATED.map((row) =>
      row[0] === 2 && missingRows === 'clear' ? ['', '', '', 'two'] : row,
    )
    const [added, ...others] = rows.toReversed()
    expect(await memory.read(targetId)).toEqual([header, ...others, added])
  },
)

test('people insert a row right before rows are added below: nothing is overwritten', async () => {
  const memory = createMemoryProvider()
  const { targetId, job } = await openWorld(memory, {
    target: [...TARGET.slice(0, 2), [3, 'open', 30, 'three'], [1, 'paid', 10, 'one'], [9, 'last', 90, 'nine']],
  })
  const range = { sheetId: 0, dimension: 'ROWS', startIndex: 1, endIndex: 2 }
  const insert = () => memory.edit(targetId, { insertDimension: { range } })
  const run = await sync(editBeforeWrite(memory.provider, insert), job)
  expect(run.status).toBe('Success')
  expect(await memory.read(targetId)).toEqual([
    UPDATED[0],
    [],
    [2, 'mine', 20, 'two'],
    [3, 'open', 30, 'three'],
    [1, 'paid', 10, 'one'],
    [9, 'last', 90, 'nine'],
    [4, 'open', 40],
  ])
})

test('people sort rows right before others are added below, and the last one stays: nothing is overwritten', async () => {
  const memory = createMemoryProvider()
  const notes = ['a', 'b'].map((note): Cell[] => ['', '', '', note])
  const { targetId, job, rearrange } = await openWorld(memory, { target: [...UPDATED.slice(0, 4), ...notes] })
  const run = await sync(
    editBeforeWrite(memory.provider, () => rearrange((rows) => rows.toReversed())),
    job,
  )
  expect(run.status).toBe('Success')
  const named = (rows: Cell[][]) => rows.map((row) => row.slice(0, 3)).filter((row) => row[0] !== '')
  expect(named(await memory.read(targetId)).toSorted()).toEqual(named(UPDATED).toSorted())
})

test('rows that are sorted before each write end the run, and none of them is damaged', async () => {
  const memory = createMemoryProvider()
  const { targetId, job, rearrange } = await openWorld(memory)
  let left = 5
  const google = editBeforeEachWrite(memory.provider, async () => {
    if (left-- > 0) await rearrange((rows) => [...rows.slice(1), ...rows.slice(0, 1)])
  })
  await expect(sync(google, job)).rejects.toMatchObject({ reason: 'keyed_rows_moved' })
  const rows = await memory.read(targetId)
  expect(rows).toContainEqual([2, 'mine', 20, 'two'])
  expect(await sync(memory.provider, job)).toMatchObject({ status: 'Success' })
  expect((await memory.read(targetId)).toSorted()).toEqual(UPDATED.toSorted())
})

test('doubled and empty keys hold the run, with their cells, and are left as they are if it is accepted', async () => {
  const memory = createMemoryProvider()
  const source = [...SOURCE, [3, 'again', 31], ['', 'no key', 1]]
  const target = [...TARGET, [2, 'twice', 0], ['', 'note']]
  const { targetId, job } = await openWorld(memory, { source, target })
  const held = await sync(memory.provider, job)
  expect(held).toMatchObject({
    kind: 'held',
    holds: [
      {
        cause: 'keys_unusable',
        end: 'source',
        doubled: 2,
        empty: 1,
        cells: [{ row: 3 }, { row: 5 }, { row: 6, column: 1 }],
      },
      {
        cause: 'keys_unusable',
        end: 'target',
        doubled: 2,
        empty: 1,
        cells: [{ row: 2 }, { row: 5 }, { row: 6, column: 1 }],
      },
    ],
  })
  expect(await memory.read(targetId)).toEqual(target)
  const accepted = { ...job, approval: APPROVE_ALL }
  expect(await sync(memory.provider, accepted)).toMatchObject({ status: 'Success', cellsChanged: 4 })
  expect(await memory.read(targetId)).toEqual([
    ...target.slice(0, 3),
    [1, 'paid', 10, 'one'],
    ...target.slice(4),
    [4, 'open', 40],
  ])
})

test('a key column that the source does not have ends the run', async () => {
  const memory = createMemoryProvider()
  const { job } = await openWorld(memory, { shape: { keyColumns: 'Nummer' } })
  await expect(sync(memory.provider, job)).rejects.toMatchObject({ reason: 'source_column_missing' })
})

test('40,000 rows, first and unchanged', async () => {
  const memory = createMemoryProvider()
  const numbers = Array.from({ length: 40_000 }, (_, row): Cell[] =>
    Array.from({ length: 10 }, (_, at) => (at === 0 ? row : row * 10 + at)),
  )
  const source: Cell[][] = [['Order', ...Array.from({ length: 9 }, (_, at) => `c${at}`)], ...numbers]
  const { job, targetId } = await openWorld(memory, { source, target: [] })
  const first = await countRequests(memory, () => sync(memory.provider, job))
  expect(first.outcome).toMatchObject({ status: 'Success', rows: 40_000 })
  expect(first.reads).toBeLessThanOrEqual(COUNT_LIMITS.shapedMediumReads.limit)
  const settled = await countRequests(memory, () => sync(memory.provider, afterRun(job, first.outcome)))
  expect(settled).toMatchObject({ writes: 0, outcome: { status: 'Success', cellsChanged: 0 } })
  expect(settled.reads).toBeLessThanOrEqual(COUNT_LIMITS.shapedMediumReads.limit)
  expect((await memory.read(targetId))[30_000]).toEqual(source[30_000])
})
