import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { describeHolds } from '#domain/failures/failure.ts'
import { createMemoryProvider, type MemoryProvider } from '#tests/support/memory-provider.ts'
import { afterRun, buildShapedJob } from '#tests/support/shaped-job.ts'
import { buildJob, RULES, sync } from '#tests/support/test-provider.ts'

/** A header that looks the same, in other characters. */
const ALIKE = {
  'a line break': 'Unit\nprice',
  'a line break of Windows': 'Unit\r\nprice',
  'a no-break blank': 'Unit\u00a0price',
  'two blanks': ' Unit  price ',
  'an invisible character': 'Unit\u200b price\u200e',
}
const NAMES = Object.entries(ALIKE)
const ROWS: Cell[][] = [
  [1, 5],
  [2, 6],
  [3, 7],
]

type Shape = Parameters<typeof buildShapedJob>[0]['shape']

async function openWorld(memory: MemoryProvider, { header, target = [], shape = {} }: World) {
  const sourceId = await memory.spreadsheet({ rows: [header, ...ROWS] })
  const targetId = await memory.spreadsheet({ rows: target })
  const job = buildShapedJob({ sourceId, targetId, shape })
  return { sourceId, job, read: () => memory.read(targetId) }
}

interface World {
  header: Cell[]
  target?: Cell[][]
  shape?: Shape
}

test.each(NAMES)('a column, a condition and a key find a header that has %s', async (_what, name) => {
  const memory = createMemoryProvider()
  const header = ['id', name]
  const chosen = await openWorld(memory, {
    header,
    shape: { targetCell: 'A1', columns: 'Unit price, id as No.', rows: 'Unit price > 5; "unit price" < 7' },
  })
  expect(await sync(memory.provider, chosen.job)).toMatchObject({ status: 'Success', rows: 1 })
  expect(await chosen.read()).toEqual([
    [name, 'No.'],
    [6, 2],
  ])
  const keyed = await openWorld(memory, {
    header: [name, 'Note'],
    target: [
      ['Unit price', 'Note'],
      [2, 'old'],
    ],
    shape: { mode: 'update', keyColumns: 'Unit price', targetCell: 'A1', header: false },
  })
  expect(await sync(memory.provider, keyed.job)).toMatchObject({ status: 'Success' })
  expect(await keyed.read()).toEqual([
    ['Unit price', 'Note'],
    [2, 6],
    [1, 5],
    [3, 7],
  ])
})

test.each(NAMES)('two sources share a column whose header has %s in one of them', async (_what, name) => {
  const memory = createMemoryProvider()
  const sourceId = await memory.spreadsheet({ rows: [['id', 'Unit price'], ...ROWS] })
  const other = await memory.spreadsheet({
    rows: [
      [name, 'id'],
      [9, 4],
    ],
  })
  const targetId = await memory.spreadsheet({})
  const moreSources = [{ source_ss_id: other, source_sheet_name: '' }]
  const job = buildShapedJob({ sourceId, targetId, shape: { targetCell: 'A1', moreSources } })
  expect(await sync(memory.provider, job)).toMatchObject({ status: 'Success', rows: 4 })
  expect(await memory.read(targetId)).toEqual([['id', 'Unit price'], ...ROWS, [4, 9]])
})

test.each(NAMES)('a header that gets %s is copied and holds no run', async (_what, name) => {
  const memory = createMemoryProvider()
  const sourceId = await memory.spreadsheet({ rows: [['id', 'Unit price'], ...ROWS] })
  const targetId = await memory.spreadsheet({})
  const job = buildJob({ sourceId, targetId, startRow: 1 })
  const first = await sync(memory.provider, job)
  await memory.write(sourceId, 'A1', [['id', name]])
  expect(await sync(memory.provider, afterRun(job, first))).toMatchObject({ status: 'Success', cellsChanged: 1 })
  expect(await memory.read(targetId)).toEqual([['id', name], ...ROWS])
})

test.each(NAMES)('rows are appended below a header that has %s', async (_what, name) => {
  const memory = createMemoryProvider()
  const { sourceId, job, read } = await openWorld(memory, {
    header: ['id', 'Unit price'],
    target: [['Run', 'id', name]],
    shape: { mode: 'append', timeColumn: 'Run', columns: 'id, Unit price' },
  })
  const first = await sync(memory.provider, job)
  expect(first).toMatchObject({ status: 'Success' })
  await memory.write(sourceId, 'A1', [['id', `${name} `]])
  expect(await sync(memory.provider, afterRun(job, first))).toMatchObject({ status: 'Success' })
  expect((await read())[0]).toEqual(['Run', 'id', name])
})

test.each(NAMES)(
  'an expectation finds a header that has %s, and says of one that is missing that it is',
  async (_what, name) => {
    const memory = createMemoryProvider()
    const { job } = await openWorld(memory, { header: ['id', name] })
    const expectations = { filled: ['Unit price'], unique: ['id', 'Unit price'] }
    expect(await sync(memory.provider, { ...job, rules: { ...RULES, expectations } })).toMatchObject({
      status: 'Success',
    })
    const { kind, ...held } = await sync(memory.provider, {
      ...job,
      rules: { ...RULES, expectations: { filled: ['E-Mail address'], unique: [] } },
    })
    expect(kind).toBe('held')
    expect('holds' in held && Array.isArray(held.holds) && describeHolds(held.holds)).toContain(
      'The source has no column "E-Mail address", which should be filled.',
    )
  },
)

test('a missing column is named with what differs from a column that looks like it', async () => {
  const memory = createMemoryProvider()
  const { job } = await openWorld(memory, { header: ['id', 'Prеis'], shape: { columns: 'id, Preis' } })
  await expect(sync(memory.provider, job)).rejects.toMatchObject({
    reason: 'source_column_missing',
    message: expect.stringContaining('has no column "Preis" ("Prеis" has "е" (U+0435) where this name has "e").'),
  })
})

test('headers that differ in what one sees are columns of their own', async () => {
  const memory = createMemoryProvider()
  const sourceId = await memory.spreadsheet({ rows: [['id', 'Unit price'], ...ROWS] })
  const targetId = await memory.spreadsheet({})
  const job = buildJob({ sourceId, targetId, startRow: 1 })
  const first = await sync(memory.provider, job)
  for (const name of ['Unit Price', 'Unit prices', 'Unit-price', 'Ünit price']) {
    await memory.write(sourceId, 'A1', [['id', name]])
    expect(await sync(memory.provider, afterRun(job, first))).toMatchObject({ kind: 'held' })
  }
})
