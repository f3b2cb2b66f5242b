import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { COUNT_LIMITS } from '#tests/support/count-limits.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import { editOverHttp } from '#tests/support/edit-over-http.ts'
import { createMemoryProvider, type MemoryProvider } from '#tests/support/memory-provider.ts'
import { afterRun, buildShapedJob } from '#tests/support/shaped-job.ts'
import { startTestProvider, sync } from '#tests/support/test-provider.ts'

/** Hides rows of the first tab, or shows them. Rows are counted from 1. */
async function setHidden(
  world: Pick<MemoryProvider, 'edit'>,
  id: string,
  { rows: [first, last], isHidden = true }: { rows: [number, number]; isHidden?: boolean },
): Promise<void> {
  const range = { sheetId: 0, dimension: 'ROWS', startIndex: first - 1, endIndex: last }
  const properties = { hiddenByUser: isHidden }
  const requests = [{ updateDimensionProperties: { range, properties, fields: 'hiddenByUser' } }]
  await world.edit(id, ...requests)
}

const ORDERS: Cell[][] = [
  ['Order', 'Status'],
  [1, 'open'],
  [2, 'closed'],
  [3, 'open'],
  [4, 'open'],
]

test('hidden rows are left out, and hiding or showing one is copied by the next run', async () => {
  const memory = createMemoryProvider()
  const sourceId = await memory.spreadsheet({ rows: ORDERS })
  const value = '#DIV/0! (Function DIVIDE parameter 2 cannot be zero.)'
  await memory.fill(sourceId, 'Sheet1!C4', [[{ formula: '=1/0', value, errorType: 'DIVIDE_BY_ZERO' }]])
  const targetId = await memory.spreadsheet({})
  await setHidden(memory, sourceId, { rows: [4, 4] })
  const shape = { rows: 'Status = open', header: true, hiddenRows: 'skip' as const }
  const job = buildShapedJob({ sourceId, targetId, shape })
  const first = await sync(memory.provider, job)
  // The error cell of the hidden row does not count.
  expect(first).toMatchObject({ status: 'Success', rows: 2, errorCells: 0 })
  expect(await memory.read(targetId)).toEqual([
    ['Order', 'Status'],
    [1, 'open'],
    [4, 'open'],
  ])
  const unchanged = await sync(memory.provider, afterRun(job, first))
  expect(unchanged).toMatchObject({ status: 'Success', cellsChanged: 0 })
  await memory.write(sourceId, 'Sheet1!C4', [['']])
  await setHidden(memory, sourceId, { rows: [4, 4], isHidden: false })
  await setHidden(memory, sourceId, { rows: [2, 2] })
  const shown = await sync(memory.provider, afterRun(job, unchanged))
  expect(shown).toMatchObject({ status: 'Success', rows: 2 })
  expect((await memory.read(targetId)).slice(1)).toEqual([
    [3, 'open'],
    [4, 'open'],
  ])
})

test('values and hidden rows come from the same reads, as many as of a task that copies hidden rows', async () => {
  await using provider = await startTestProvider()
  const header = Array.from({ length: 10 }, (_, at) => `c${at}`)
  const numbers = Array.from({ length: 40_000 }, (_, row) => header.map((_, at) => (at === 0 ? row : row * 10 + at)))
  const sourceId = await provider.spreadsheet({ rows: [header, ...numbers] })
  const targetId = await provider.spreadsheet({})
  await setHidden(editOverHttp(provider), sourceId, { rows: [102, 40_001] })
  const job = buildShapedJob({ sourceId, targetId, shape: { header: true, hiddenRows: 'skip' } })
  const first = await countRequests(provider, () => sync(provider.google, job))
  expect(first.outcome).toMatchObject({ status: 'Success', rows: 100, cellsChanged: 1010 })
  const ofSource = provider.emulator.requests.entries.filter(({ path }) => path.includes(sourceId))
  expect(ofSource.filter(({ path }) => path.includes('/values'))).toEqual([])
  const again = await countRequests(provider, () => sync(provider.google, afterRun(job, first.outcome)))
  expect(again).toMatchObject({ writes: 0, outcome: { status: 'Success', cellsChanged: 0 } })
  for (const { reads } of [first, again]) expect(reads).toBeLessThanOrEqual(COUNT_LIMITS.shapedMediumReads.limit + 1)
})

test('a source whose rows vanish behind a filter holds the run', async () => {
  const memory = createMemoryProvider()
  const rows = [['No'], ...Array.from({ length: 40 }, (_, at) => [at + 1])]
  const sourceId = await memory.spreadsheet({ rows })
  const targetId = await memory.spreadsheet({})
  const job = buildShapedJob({ sourceId, targetId, shape: { header: true, hiddenRows: 'skip' } })
  const first = await sync(memory.provider, job)
  expect(first).toMatchObject({ status: 'Success', rows: 40 })
  await setHidden(memory, sourceId, { rows: [5, 41] })
  const held = await sync(memory.provider, afterRun(job, first))
  expect(held).toMatchObject({
    kind: 'held',
    holds: [{ cause: 'matches_shrank', rows: 3, lastRows: 40, skipsHidden: true }],
  })
})

test('each of several sources has its own hidden rows', async () => {
  const memory = createMemoryProvider()
  const [north, south] = [await memory.spreadsheet({ rows: ORDERS }), await memory.spreadsheet({ rows: ORDERS })]
  const targetId = await memory.spreadsheet({})
  await setHidden(memory, north, { rows: [2, 3] })
  await setHidden(memory, south, { rows: [4, 5] })
  const moreSources = [{ source_ss_id: south, source_sheet_name: '' }]
  const shape = { moreSources, hiddenRows: 'skip' as const, columns: 'Order', header: true }
  const job = buildShapedJob({ sourceId: north, targetId, shape })
  const first = await sync(memory.provider, job)
  expect(first).toMatchObject({ status: 'Success', rows: 4 })
  expect((await memory.read(targetId)).flat()).toEqual(['Order', 3, 4, 1, 2])
  await setHidden(memory, south, { rows: [4, 4], isHidden: false })
  const second = await sync(memory.provider, afterRun(job, first))
  expect(second).toMatchObject({ status: 'Success', rows: 5, cellsChanged: 1 })
})
