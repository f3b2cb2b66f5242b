import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import { createMemoryProvider, type MemoryProvider } from '#tests/support/memory-provider.ts'
import { afterRun, buildShapedJob, forgetMemory, TODAY } from '#tests/support/shaped-job.ts'
import { APPROVE_ALL, RULES, sync } from '#tests/support/test-provider.ts'

const ORDERS: Cell[][] = [
  ['Order', 'Name', 'Status', 'Amount', 'Due'],
  [1, 'Ann GmbH', 'open', 50, TODAY - 40],
  [2, 'Bob', 'closed', 150, TODAY - 10],
  [3, 'Cy', 'Open', 250, TODAY + 1],
  [4, 'Di gmbh', 'open', 350, ''],
]

async function orders(memory: MemoryProvider, target: Cell[][] = []) {
  const sourceId = await memory.spreadsheet({ rows: ORDERS })
  return { sourceId, targetId: await memory.spreadsheet({ rows: target }) }
}

test.each<{ shape: Parameters<typeof buildShapedJob>[0]['shape']; startRow?: number; rows: Cell[][] }>([
  {
    shape: { columns: 'Name, Amount as Total' },
    rows: [[], ['Ann GmbH', 50], ['Bob', 150], ['Cy', 250], ['Di gmbh', 350]],
  },
  {
    shape: { columns: 'Amount as Total, Name', rows: 'Status = open' },
    startRow: 1,
    rows: [
      ['Total', 'Name'],
      [50, 'Ann GmbH'],
      [250, 'Cy'],
      [350, 'Di gmbh'],
    ],
  },
  { shape: { columns: 'Order', rows: 'Due >= today - 30' }, rows: [[], [2], [3]] },
  { shape: { columns: 'Order', rows: 'Name contains GmbH; Amount > 100' }, rows: [[], [4]] },
  { shape: { columns: 'Order', targetCell: 'B3' }, rows: [[], [], ['', 'Order'], ['', 1], ['', 2], ['', 3], ['', 4]] },
  { shape: { columns: 'E, A', targetCell: 'C1', header: false, rows: 'E is empty' }, rows: [['', '', '', 4]] },
  { shape: { columns: 'Order', header: true }, rows: [['Order'], [1], [2], [3], [4]] },
  { shape: { columns: 'Order', header: false }, startRow: 1, rows: [[1], [2], [3], [4]] },
])('$shape from row $startRow makes these rows, and the next run writes nothing', async ({ shape, startRow, rows }) => {
  const memory = createMemoryProvider()
  const job = buildShapedJob({ ...(await orders(memory)), ...(startRow && { startRow }), shape })
  const first = await sync(memory.provider, job)
  expect(first.log.filter(({ level }) => level === 'WARNING')).toEqual([])
  expect(await memory.read(job.target.id)).toEqual(rows)
  const again = await countRequests(memory, () => sync(memory.provider, afterRun(job, first)))
  expect(again).toMatchObject({ reads: 2, writes: 0, outcome: { status: 'Success', cellsChanged: 0 } })
  // Also without a memory.
  const afresh = forgetMemory(afterRun(job, first))
  expect(await sync(memory.provider, afresh)).toMatchObject({ status: 'Success', cellsChanged: 0, writes: 0 })
})

test('cells around the region stay, and rows that no longer meet the conditions are cleared', async () => {
  const memory = createMemoryProvider()
  const target: Cell[][] = [
    ['a', 'b', 'c', 'd'],
    ['e', 'f', 'g', 'h'],
    ['left', '', '', 'right'],
    ['left', '', '', 'right'],
  ]
  const ids = await orders(memory, [...target, ['below left']])
  const job = buildShapedJob({ ...ids, shape: { columns: 'Order, Name', rows: 'Status = open', targetCell: 'B3' } })
  const first = await sync(memory.provider, job)
  expect(first.status).toBe('Success')
  const copied = [
    ...target.slice(0, 2),
    ['left', 'Order', 'Name', 'right'],
    ['left', 1, 'Ann GmbH', 'right'],
    ['below left', 3, 'Cy'],
    ['', 4, 'Di gmbh'],
  ]
  expect(await memory.read(ids.targetId)).toEqual(copied)
  expect(first.dataCopy?.columns).toEqual(['Order', 'Name'])
  expect(first.dataCopy?.rows).toEqual([
    [1, 'Ann GmbH'],
    [3, 'Cy'],
    [4, 'Di gmbh'],
  ])

  await memory.write(ids.sourceId, 'Sheet1!C2', [['closed']])
  const second = await sync(memory.provider, afterRun(job, first))
  expect(second).toMatchObject({ status: 'Success', rows: 2 })
  expect(await memory.read(ids.targetId)).toEqual([
    ...copied.slice(0, 3),
    ['left', 3, 'Cy', 'right'],
    ['below left', 4, 'Di gmbh'],
  ])
})

test('a moved column is followed, and a renamed one is an error that names it before anything is written', async () => {
  const memory = createMemoryProvider()
  const ids = await orders(memory)
  const job = buildShapedJob({ ...ids, shape: { columns: 'Name, Amount', rows: 'Status = open' } })
  const first = await sync(memory.provider, job)
  const moved = ORDERS.map(([order, name, status, ...others]) => [...others, status ?? '', name ?? '', order ?? ''])
  await memory.write(ids.sourceId, 'Sheet1!A1', moved)
  const second = await sync(memory.provider, afterRun(job, first))
  expect(second).toMatchObject({ status: 'Success', cellsChanged: 0 })

  await memory.write(ids.sourceId, 'Sheet1!C1', [['State']])
  await memory.write(ids.sourceId, 'Sheet1!A1', [['Sum']])
  await expect(sync(memory.provider, afterRun(job, second))).rejects.toMatchObject({
    reason: 'source_column_missing',
    message: expect.stringContaining('has no columns "Amount", "Status" (in a condition).'),
    retryable: false,
  })
  expect((await memory.read(ids.targetId))[1]).toEqual(['Ann GmbH', 50])
})

const MANY: Cell[][] = [['No', 'Status'], ...Array.from({ length: 40 }, (_, at) => [at + 1, at % 2 ? 'open' : 'done'])]

test('a word that is replaced throughout the source holds the run, and accepting it clears the target', async () => {
  const memory = createMemoryProvider()
  const sourceId = await memory.spreadsheet({ rows: MANY })
  const targetId = await memory.spreadsheet({})
  const job = buildShapedJob({ sourceId, targetId, shape: { rows: 'Status = open' } })
  const first = await sync(memory.provider, job)
  expect(first).toMatchObject({ status: 'Success', rows: 20 })

  const fewer = MANY.map(([no, status]) => [no ?? '', status === 'open' && Number(no) > 8 ? 'offen' : (status ?? '')])
  await memory.write(sourceId, 'Sheet1!A1', fewer)
  const shrank = await sync(memory.provider, afterRun(job, first))
  expect(shrank).toMatchObject({ kind: 'held', holds: [{ cause: 'matches_shrank', rows: 4, lastRows: 20 }] })
  await memory.write(
    sourceId,
    'Sheet1!A1',
    MANY.map(([no, status]) => [no ?? '', status === 'open' ? 'offen' : (status ?? '')]),
  )
  const held = await sync(memory.provider, afterRun(job, first))
  expect(held).toMatchObject({ kind: 'held', holds: [{ cause: 'no_row_matches', sourceRows: 40 }] })
  expect((await memory.read(targetId)).length).toBe(21)

  const accepted = await sync(memory.provider, { ...afterRun(job, first), approval: APPROVE_ALL })
  expect(accepted).toMatchObject({ status: 'Success', rows: 0 })
  expect(await memory.read(targetId)).toEqual([])
  // Once a person has agreed, an empty result is the last known state.
  expect(await sync(memory.provider, afterRun(job, accepted))).toMatchObject({ status: 'Success', rows: 0 })
})

test('after the rows of the task were edited, fewer of them are no loss, but rows that vanish from the source are', async () => {
  const memory = createMemoryProvider()
  const sourceId = await memory.spreadsheet({ rows: MANY })
  const targetId = await memory.spreadsheet({})
  const job = buildShapedJob({ sourceId, targetId, shape: {} })
  const first = await sync(memory.provider, job)
  expect(first).toMatchObject({ status: 'Success', rows: 40 })
  const edited = buildShapedJob({ sourceId, targetId, shape: { rows: 'No <= 3' } })
  const next = forgetMemory(afterRun(job, first))
  const second = await sync(memory.provider, { ...edited, ...next, ...(edited.shape && { shape: edited.shape }) })
  expect(second).toMatchObject({ status: 'Success', rows: 3 })
  expect(await memory.read(targetId)).toEqual([[], ...MANY.slice(1, 4)])

  await memory.clear(sourceId, 'A12:B41')
  const third = await sync(memory.provider, afterRun(edited, second))
  expect(third).toMatchObject({ kind: 'held', holds: [{ cause: 'source_shrank', rows: 10, lastRows: 40 }] })
})

test('errors are named by their cell in the source, and a row whose tested cell is one is kept', async () => {
  const memory = createMemoryProvider()
  const ids = await orders(memory)
  await memory.fill(ids.sourceId, 'Sheet1!C3', [[{ formula: '=NA()', value: '#N/A ()', errorType: 'N_A' }]])
  await memory.fill(ids.sourceId, 'Sheet1!D5', [
    [{ formula: '=1/0', value: '#DIV/0! (Function DIVIDE parameter 2 cannot be zero.)', errorType: 'DIVIDE_BY_ZERO' }],
  ])
  const shape = { columns: 'Amount, Order', rows: 'Status = open', targetCell: 'C7' }
  const run = await sync(memory.provider, buildShapedJob({ ...ids, shape }))
  expect(run).toMatchObject({ status: 'Warning', rows: 4, errorCells: 2 })
  expect(run.log.filter(({ level }) => level === 'WARNING').map(({ message }) => message)).toEqual([
    expect.stringMatching(/^2 error cells were copied or tested, the first in 'Sheet1'!C3 \(#N\/A/),
    "Row 3 was copied because a condition tests 'Sheet1'!C3, which is an error.",
  ])
  expect((await memory.read(ids.targetId)).slice(6)).toEqual([
    ['', '', 'Amount', 'Order'],
    ['', '', 50, 1],
    ['', '', 150, 2],
    ['', '', 250, 3],
    ['', '', '#DIV/0!', 4],
  ])
  const expectations = { filled: ['Due'], unique: [] }
  const held = await sync(
    memory.provider,
    buildShapedJob({ ...ids, shape: { columns: 'Order' }, rules: { ...RULES, expectations } }),
  )
  expect(held).toMatchObject({
    kind: 'held',
    holds: [{ cause: 'expected_filled', column: 'Due', count: 1, cells: [{ row: 5, column: 5 }] }],
  })
})

test('a row inserted in the source moves the rows of the region below it, and nothing beside it', async () => {
  const memory = createMemoryProvider()
  const rows = Array.from({ length: 400 }, (_, at) => [
    `order ${at}`,
    at % 2 ? 'open' : 'done',
    at,
    `note ${at} `.repeat(1500),
  ])
  const sourceId = await memory.spreadsheet({ rows: [['Order', 'Status', 'No', 'Note'], ...rows], rowCount: 420 })
  const beside = Array.from({ length: 205 }, (_, at) => [`mine ${at}`])
  const targetId = await memory.spreadsheet({ rows: beside })
  const shape = { columns: 'No, Order, Note', rows: 'Status = open', targetCell: 'B2' }
  const job = buildShapedJob({ sourceId, targetId, shape })
  const first = await sync(memory.provider, job)
  expect(first).toMatchObject({ status: 'Success', rows: 200 })
  const inserted = ['order x', 'open', 1000, 'note x']
  await memory.write(sourceId, 'Sheet1!A2', [inserted, ...rows])
  const second = await sync(memory.provider, afterRun(job, first))
  expect(second).toMatchObject({ status: 'Success', rows: 201 })
  const wanted = [inserted, ...rows.filter(([, status]) => status === 'open')].map(([order, , no, note]) => [
    no,
    order,
    note,
  ])
  const found = await memory.read(targetId)
  expect(found.slice(2, 203).map((row) => row.slice(1))).toEqual(wanted)
  expect(found.map(([first]) => [first])).toEqual(beside)
})

test('edits by hand are found in the region, by their place in the target', async () => {
  const memory = createMemoryProvider()
  const ids = await orders(memory)
  const job = buildShapedJob({ ...ids, shape: { columns: 'Name, Amount', rows: 'Status = open', targetCell: 'B3' } })
  const first = await sync(memory.provider, job)
  await memory.write(ids.targetId, 'Sheet1!A4', [['beside', 'Anna']])
  const next = forgetMemory(afterRun(job, first))
  const { targetState } = first
  if (!targetState) throw new Error('The run left nothing')
  const lastTarget = async () => ({
    ...targetState,
    rowCount: first.dataCopy?.rows.length ?? 0,
    readRows: async (from: number, count: number) => first.dataCopy?.rows.slice(from, from + count) ?? [],
  })
  const second = await sync(memory.provider, { ...next, rules: { ...RULES, holdsEdits: true } }, { lastTarget })
  expect(second).toMatchObject({ kind: 'held', holds: [{ cause: 'target_edited', count: 1, first: 'B4' }] })
  const third = await sync(memory.provider, next, { lastTarget })
  expect(third).toMatchObject({
    status: 'Success',
    cellsChanged: 1,
    edits: { cells: [{ row: 4, column: 2, columnName: 'Name', left: 'Ann GmbH', found: 'Anna' }] },
  })
})

test('the day counts for what is remembered: at midnight an unedited source gives other rows', async () => {
  const memory = createMemoryProvider()
  const ids = await orders(memory)
  const job = buildShapedJob({ ...ids, shape: { columns: 'Order', rows: 'Due >= today' } })
  const first = await sync(memory.provider, job)
  expect(await memory.read(ids.targetId)).toEqual([[], [3]])
  const next = forgetMemory(afterRun(job, first))
  const earlier = buildShapedJob({ ...ids, shape: { columns: 'Order', rows: 'Due >= today', today: TODAY - 10 } })
  await sync(memory.provider, { ...next, ...(earlier.shape && { shape: earlier.shape }) })
  expect(await memory.read(ids.targetId)).toEqual([[], [2], [3]])
})
