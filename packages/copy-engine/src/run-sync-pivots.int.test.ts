import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { putConnected, putPivot } from '#tests/support/computed-tables.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import {
  approve,
  buildJob,
  leaveExtent,
  startTestProvider,
  sync,
  type TestProvider,
} from '#tests/support/test-provider.ts'

const HEADER = ['id', 'name', 'ok']
const SALES = [
  ['Team', 'Amount'],
  ['North', 5],
  ['East', 7],
  ['North', 2],
]

interface World {
  source: Cell[][]
  target?: Cell[][]
  rowCount?: number
}

/** A target whose second tab has sales to summarize. */
async function createWorld(provider: TestProvider, { source, target = [HEADER], rowCount = 30 }: World) {
  const sourceId = await provider.spreadsheet({ rows: source })
  const targetId = await provider.spreadsheet({ rows: target, rowCount }, { title: 'Sales', rows: SALES })
  const { sheets } = await provider.call<{ sheets: { properties: { sheetId: number } }[] }>('GET', `/${targetId}`)
  const [sheetId = 0, sales = 0] = sheets.map(({ properties }) => properties.sheetId)
  const put = (...requests: object[]) => provider.call('POST', `/${targetId}:batchUpdate`, { requests })
  /** Fills three rows and two columns from this cell on. */
  const pivot = (rowIndex: number, columnIndex: number) =>
    put(putPivot({ sheetId, rowIndex, columnIndex }, { sheetId: sales, rows: 3 }))
  const connected = (rowIndex: number, columnIndex: number) => put(putConnected({ sheetId, rowIndex, columnIndex }))
  return { sourceId, targetId, pivot, connected, job: buildJob({ sourceId, targetId }) }
}

const ROWS: Cell[][] = [HEADER, ['a', 1, true], ['b', 2, false], ['c', 3, true]]

const overwritten = (by: 'pivot' | 'connected', [firstRow, firstColumn, lastRow, lastColumn]: number[]) => ({
  cause: 'pivot_overwritten',
  tab: 'Sheet1',
  count: 1,
  tables: [{ by, area: { firstRow, firstColumn, lastRow, lastColumn } }],
})

test('a run that would write into the results of a pivot table is held, and copies once that is accepted', async () => {
  await using provider = await startTestProvider()
  const { sourceId, targetId, pivot, job } = await createWorld(provider, { source: ROWS })
  await pivot(2, 2)
  const before = await provider.read(targetId)
  const held = await sync(provider.google, job)
  const hold = overwritten('pivot', [3, 3, 5, 4])
  expect(held).toMatchObject({ kind: 'held', holds: [hold], writes: 0 })
  expect(held.log.at(-1)?.message).toBe(
    `This copy would overwrite the pivot table C3:D5 of "Sheet1", which an undo cannot bring back. Nothing was written. Check the target; to overwrite it, choose 'Copy anyway'.`,
  )
  expect(await provider.read(targetId)).toEqual(before)
  const copied = await sync(provider.google, { ...job, approval: approve([hold as Hold]) })
  expect(copied).toMatchObject({ kind: 'copied', status: 'Success' })
  expect(await provider.read(targetId)).toEqual(await provider.read(sourceId))
})

test('a pivot table above the region, a connected table and a cell to clear hold a run too', async () => {
  await using provider = await startTestProvider()
  const above = await createWorld(provider, { source: ROWS, target: [] })
  await above.pivot(0, 1)
  expect(await sync(provider.google, above.job)).toMatchObject({ holds: [overwritten('pivot', [1, 2, 3, 3])] })
  const other = await createWorld(provider, { source: ROWS })
  await other.connected(1, 2)
  expect(await sync(provider.google, other.job)).toMatchObject({ holds: [overwritten('connected', [2, 3, 5, 4])] })
  const below = await createWorld(provider, { source: ROWS, target: ROWS })
  await below.pivot(9, 0)
  const next = {
    ...below.job,
    last: leaveExtent({ rows: 12, width: 3 }),
    rules: { ...below.job.rules, holdLossPercent: 100 },
  }
  expect(await sync(provider.google, next)).toMatchObject({ holds: [overwritten('pivot', [10, 1, 12, 2])] })
})

test('all reasons to hold a first run are listed at once', async () => {
  await using provider = await startTestProvider()
  const theirs = Array.from({ length: 8 }, (_, row) => [`Rent ${row}`, row, 'x'])
  const { pivot, job } = await createWorld(provider, { source: ROWS, target: theirs })
  await pivot(9, 1)
  const { holds } = (await sync(provider.google, job)) as unknown as { holds: Hold[] }
  expect(holds.map(({ cause }) => cause)).toEqual(['target_occupied', 'pivot_overwritten'])
  expect(await sync(provider.google, { ...job, approval: approve(holds) })).toMatchObject({ status: 'Success' })
})

test('tables beside the copy, and in cells that stay as they are, hold nothing and are not named', async () => {
  await using provider = await startTestProvider()
  const source = [HEADER, ['a', 1, 'Team'], ['b', 2, 'East'], ['c', 3, 'North']]
  const { sourceId, targetId, pivot, connected, job } = await createWorld(provider, { source })
  await pivot(1, 2)
  await connected(9, 5)
  const outcome = await sync(provider.google, job)
  expect(outcome).toMatchObject({ status: 'Success', cellsChanged: 6 })
  expect(outcome.log.filter(({ level }) => level === 'WARNING')).toEqual([])
  const rows = await provider.read(targetId)
  expect(rows.slice(1, 4).map((row) => row.slice(0, 3))).toEqual((await provider.read(sourceId)).slice(1))
  expect(rows[2]).toEqual(['b', 2, 'East', 7])
})

test('a pivot table far down in a large target is found with one read for each 500,000 cells', async () => {
  await using provider = await startTestProvider()
  const rows = Array.from({ length: 60_000 }, (_, row) => [row, `${row}`, 'same', row])
  const { sourceId, pivot, job } = await createWorld(provider, {
    source: [...rows, []],
    target: rows,
    rowCount: 240_000,
  })
  await provider.write(sourceId, 'Sheet1!C2', [['new']])
  const { outcome, reads } = await countRequests(provider, () => sync(provider.google, job))
  expect(outcome).toMatchObject({ status: 'Success', cellsChanged: 1 })
  await pivot(60_000, 2)
  await provider.write(sourceId, 'Sheet1!C60001', [['more']])
  const held = await countRequests(provider, () => sync(provider.google, job))
  expect(held.outcome).toMatchObject({ holds: [overwritten('pivot', [60_001, 3, 60_003, 4])] })
  expect(held.reads).toBeLessThanOrEqual(reads + 2)
})
