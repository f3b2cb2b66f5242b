import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import { createMemoryProvider } from '#tests/support/memory-provider.ts'
import { afterRun, buildShapedJob } from '#tests/support/shaped-job.ts'
import { approve, buildJob, sync } from '#tests/support/test-provider.ts'

const memory = createMemoryProvider()

const HEADER: Cell[] = ['order', 'State']
const ORDERS: Cell[][] = Array.from({ length: 12 }, (_, at) => [1032 + ((at * 7) % 12), at % 2 === 0 ? 'open' : 'paid'])

/** Copies once and writes remarks into C7 and D9. Returns the target and the job of its next run. */
async function copied() {
  const sourceId = await memory.spreadsheet({ rows: [HEADER, ...ORDERS] })
  const targetId = await memory.spreadsheet({ rows: [HEADER] })
  const job = buildJob({ sourceId, targetId, beside: 'ask' })
  const first = await sync(memory.provider, job)
  await memory.write(targetId, 'Sheet1!C7:D9', [['call back'], [], ['', 'urgent']])
  const replace = async (rows: Cell[][]) => {
    const blank = Array.from({ length: 19 - rows.length }, () => ['', ''])
    await memory.write(sourceId, 'Sheet1!A2', [...rows, ...blank])
  }
  return { sourceId, targetId, job: afterRun(job, first), replace }
}

const REMARKS = { tab: 'Sheet1', keyColumns: 'order' }

test('a run that would move rows away from their remarks is held, and says which', async () => {
  const { targetId, job, replace } = await copied()
  await replace([...ORDERS.slice(0, 3), [2000, 'new'], [2001, 'new'], ...ORDERS.slice(3)])
  const held = await sync(memory.provider, job)
  const cells = [
    { row: 7, column: 3, remark: 'call back', belongsTo: 'order 1043', toRow: 9 },
    { row: 9, column: 4, remark: 'urgent', belongsTo: 'order 1033', toRow: 11 },
  ]
  expect(held).toMatchObject({
    status: 'Warning',
    writes: 0,
    holds: [{ cause: 'remarks_displaced', ...REMARKS, moved: 2, gone: 0, cells }],
  })
  expect(held.log.at(-1)?.message).toContain(
    "2 remarks would end up beside another row. For example C7 'call back' belongs to order 1043, which moves to row 9.",
  )
  expect((await memory.read(targetId))[6]).toEqual([1043, 'paid', 'call back'])
  expect(await sync(memory.provider, { ...job, beside: 'leave' })).toMatchObject({ status: 'Success' })
  expect((await memory.read(targetId))[6]).toEqual([1041, 'paid', 'call back'])
})

test('what a person accepted is copied, and no more', async () => {
  const { job, replace } = await copied()
  await replace(ORDERS.toReversed())
  const held = await sync(memory.provider, job)
  expect(held.holds).toMatchObject([{ moved: 2 }])
  const accepted = { ...job, approval: approve(held.holds ?? []) }
  await memory.write(job.target.id, 'Sheet1!C3', [['new']])
  expect(await sync(memory.provider, accepted)).toMatchObject({ status: 'Warning', holds: [{ moved: 3 }] })
  await memory.write(job.target.id, 'Sheet1!C3', [['']])
  expect(await sync(memory.provider, accepted)).toMatchObject({ status: 'Success' })
})

test('a row with a remark that the source no longer has holds the run, also if another row took its place', async () => {
  const { job, replace } = await copied()
  const gone = { row: 7, column: 3, remark: 'call back', belongsTo: 'order 1043' }
  await replace(ORDERS.with(5, [3000, 'new']))
  expect((await sync(memory.provider, job)).holds).toMatchObject([{ moved: 0, gone: 1, cells: [gone] }])
  await replace(ORDERS.toSpliced(5, 1))
  const { holds } = await sync(memory.provider, job)
  expect(holds).toMatchObject([{ moved: 1, gone: 1, cells: [{ row: 9, toRow: 8 }, gone] }])
})

test.each<[string, (rows: Cell[][]) => Cell[][]]>([
  ['are appended', (rows) => [...rows, [9000, 'open'], [9001, 'open']]],
  ['have new values', (rows) => rows.map(([order = null]) => [order, 'closed'])],
  ['are inserted below all remarks', (rows) => rows.toSpliced(10, 0, [9000, 'open'])],
  ['get another key', (rows) => rows.with(5, [1943, 'paid'])],
])('no run is held whose rows %s', async (_, change) => {
  const { job, replace } = await copied()
  await replace(change(ORDERS))
  expect(await sync(memory.provider, job)).toMatchObject({ status: 'Success' })
})

test('notes count, formulas and unchecked boxes do not', async () => {
  const { targetId, job, replace } = await copied()
  await memory.write(targetId, 'Sheet1!C7:D9', [['', false], [], ['', '']])
  await memory.fill(targetId, 'Sheet1!C7', [[{ formula: '=B7', value: 'paid' }]])
  await memory.fill(targetId, 'Sheet1!D9', [[{ formula: '=A9', value: 1033 }]])
  await replace(ORDERS.toSpliced(1, 0, [2000, 'new']))
  expect(await sync(memory.provider, job)).toMatchObject({ status: 'Success' })
  const rows = [{ values: [{ note: 'ask Ann' }] }]
  const start = { sheetId: 0, rowIndex: 7, columnIndex: 2 }
  await memory.edit(targetId, { updateCells: { start, rows, fields: 'note' } })
  await replace(ORDERS)
  const { holds } = await sync(memory.provider, {
    ...job,
    last: { ...job.last, extent: { ...job.last.extent, filledRow: 14 } },
  })
  expect(holds).toMatchObject([{ moved: 1, cells: [{ row: 8, remark: 'ask Ann', belongsTo: 'order 1043', toRow: 7 }] }])
})

test('only a run whose rows move reads the cells beside them, once', async () => {
  const { targetId, job, replace } = await copied()
  const syncAndCountReads = async () => (await countRequests(memory, () => sync(memory.provider, job))).reads
  await replace(ORDERS.with(0, [1032, 'closed']))
  const changed = await syncAndCountReads()
  await memory.write(targetId, 'Sheet1!C7:D9', [[''], [], ['', '']])
  await replace([...ORDERS.slice(1), [1032, 'closed']])
  expect(await syncAndCountReads()).toBe(changed + 1)
})

test('remarks on both sides of a region count by the rows of the region', async () => {
  const sourceId = await memory.spreadsheet({ rows: [HEADER, ...ORDERS] })
  const targetId = await memory.spreadsheet({})
  const job = buildShapedJob({ sourceId, targetId, beside: 'ask', shape: { targetCell: 'B5' } })
  const next = afterRun(job, await sync(memory.provider, job))
  await memory.write(targetId, 'Sheet1!A7:D7', [['left', 1039, 'paid', 'right']])
  await memory.write(sourceId, 'Sheet1!A2', [[999, 'new'], ...ORDERS])
  const belongsTo = 'order 1039'
  expect((await sync(memory.provider, next)).holds).toMatchObject([
    {
      moved: 2,
      cells: [
        { row: 7, column: 1, remark: 'left', belongsTo, toRow: 8 },
        { column: 4, belongsTo, toRow: 8 },
      ],
    },
  ])
})
