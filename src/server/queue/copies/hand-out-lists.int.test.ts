import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { forgetVersions } from '#server/copy-jobs/copy-memories.ts'
import { copyBaselines, runs } from '#server/storage/schema.ts'
import { eventually } from '#tests/support/eventually.ts'
import { ORDERS } from '#tests/support/hand-out-world.ts'
import { shareHandOuts } from '#tests/support/shared-hand-out.ts'

const openHandOut = shareHandOuts()

const HEADER: Cell[] = ['Branch', 'File', 'Tab', 'Note']

/** A task whose targets are listed in a sheet. */
async function startWithList(listed: (files: Record<'north' | 'south' | 'east', string>) => Cell[][]) {
  const world = await openHandOut()
  const { provider } = world
  const file = () => provider.spreadsheet({}, { title: 'Orders' })
  const files = { north: await file(), south: await file(), east: await file() }
  const listSsId = await provider.spreadsheet(
    { title: 'Cover' },
    { title: 'Branches', rows: [HEADER, ...listed(files)] },
  )
  const targetsFrom = {
    ss_id: listSsId,
    sheet_name: 'Branches',
    value_column: 'Branch',
    link_column: 'File',
    tab_column: 'Tab',
  }
  await world.edit({ targetsFrom, targetSsId: listSsId })
  const list = (range: string, values: Cell[][]) => provider.write(listSsId, `Branches!${range}`, values)
  return { ...world, ...files, listSsId, list, targetsFrom }
}

const link = (id: string, gid?: number) =>
  `https://docs.google.com/spreadsheets/d/${id}/edit${gid === undefined ? '' : `#gid=${gid}`}`

test('each run reads the targets from a sheet, by links and bare IDs, with and without tabs', async () => {
  const world = await startWithList(({ north, south, east }) => [
    ['North', link(north), 'Orders'],
    [],
    [' SOUTH ', south, ''],
    ['East', link(east, 0), null],
  ])
  const { north, south, east } = world
  const run = await world.run()
  expect(run.log).toContain('SUCCESS 4 rows: all arrived in 3 targets exactly once.')
  expect(await world.tab('Orders', north)).toEqual([ORDERS[0], ORDERS[1], ORDERS[3]])
  expect(await world.tab('Sheet1', south)).toEqual([ORDERS[0], ORDERS[2]])
  expect(run.delivery?.targets.map(({ value, target_ss_id }) => [value, target_ss_id])).toEqual([
    ['North', north],
    ['SOUTH', south],
    ['East', east],
  ])
  await world.list('A6:C6', [['West', east, 'Orders']])
  await world.setRows('A6:C6', [[5, 'West', 50]])
  expect(await world.run()).toMatchObject({ status: 'Success', delivery: { delivered_rows: 5 } })
})

test('an unchanged list takes one read', async () => {
  const world = await startWithList(({ north, south, east }) => [
    ['North', north],
    ['South', south],
    ['East', east],
  ])
  await world.run()
  await world.run()
  // Drive reports the targets untouched: only the source and the list are read.
  expect(await world.run()).toMatchObject({ status: 'Success', reads: 2, writes: 0 })
})

test('a value that the list does not have holds the run', async () => {
  const world = await startWithList(({ north, south }) => [
    ['North', north],
    ['South', south],
  ])
  const held = await world.run()
  expect(held).toMatchObject({ status: 'Warning', isHeld: true, writes: 0 })
  expect(held.log).toContain('East: 1 row, for example row 5.')
})

test.each<[string, string, Cell[][], string]>([
  ['a value twice', 'A5:B5', [['north', 'other']], 'A5 has the same value as row 2'],
  ['a tab twice', 'A5:C5', [['West', 'FILE', ' orders']], 'C5 has the same target as row 2'],
  ['no link', 'B3', [['']], 'B3 is empty'],
  ['words instead of a link', 'B3', [['ask Maria']], 'B3 is no link and no ID: "ask Maria"'],
  ['an error value', 'B3', [['=1/0']], 'B3 is an error value'],
])('a list with %s ends the run before anything is written', async (_what, range, cells, reason) => {
  const world = await startWithList(({ north, south, east }) => [
    ['North', north, 'Orders'],
    ['South', south],
    ['East', east],
  ])
  const values = cells.map((row) => row.map((cell) => (cell === 'FILE' ? world.north : cell)))
  await world.provider.write(world.listSsId, `Branches!${range}`, values, 'USER_ENTERED')
  const run = await world.run()
  expect(run).toMatchObject({ status: 'Error', writes: 0 })
  expect(run.log).toContain(`The tab 'Branches' of the spreadsheet`)
  expect(run.log).toContain(`lists targets that cannot be used: ${reason}`)
})

test('a list without a column that the task names, or without the tab, ends the run', async () => {
  const world = await startWithList(({ north }) => [['North', north]])
  await world.edit({ targetsFrom: { ...world.targetsFrom, link_column: 'Link' } })
  expect((await world.run()).log).toContain('has no column "Link", which has the links to targets')
  await world.edit({ targetsFrom: { ...world.targetsFrom, sheet_name: 'Offices' } })
  expect((await world.run()).log).toContain("There is no tab named 'Offices'")
  await world.edit({ targetsFrom: { ...world.targetsFrom, link_column: 'B', tab_column: '' }, unmatched: 'report' })
  expect(await world.run()).toMatchObject({ status: 'Warning', delivery: { delivered_rows: 2 } })
})

test('a target that is the source, or the list, fails, and the others are written', async () => {
  const world = await startWithList(({ north }) => [['North', north]])
  await world.list('A3:C4', [
    ['South', world.sourceSsId, 'Orders'],
    ['East', world.listSsId, 'Branches'],
  ])
  await world.run({ allowShrink: true })
  const { log, status, delivery } = await world.run({ allowShrink: true })
  expect(status).toBe('Warning')
  expect(log).toContain(`"South": Source and target are the same tab, 'Orders'.`)
  expect(log).toContain(`"East": The tab 'Branches' lists the targets, so no rows are written to it.`)
  expect(delivery?.targets.map(({ state }) => state)).toEqual(['delivered', 'failed', 'failed'])
  expect(await world.tab('Orders', world.sourceSsId)).toEqual(ORDERS)
})

test('two targets that lead to one tab by different names do not overwrite each other', async () => {
  const world = await startWithList(({ north, south }) => [
    ['North', north, 'Sheet1'],
    ['South', south, 'Sheet1'],
    ['East', north, ''],
  ])
  for (let count = 0; count < 2; count += 1) {
    const { log, delivery } = await world.run({ allowShrink: true })
    expect(log).toContain('"East": The values "North" and "East" have the same target')
    expect(delivery?.targets.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'failed'])
  }
  expect(await world.tab('Sheet1', world.north)).toEqual([ORDERS[0], ORDERS[1], ORDERS[3]])
})

test('a listed tab into which another task copies is left alone, and the others are written', async () => {
  const world = await startWithList(({ north, south, east }) => [
    ['North', north, 'Orders'],
    ['South', south, 'Orders'],
    ['East', east, 'Orders'],
  ])
  const { cluster, queue } = world
  const place = {
    name: 'Owner',
    startRow: 1,
    sourceSsId: world.sourceSsId,
    targetSsId: world.south,
    targetSheetName: 'Orders',
  }
  const owner = await cluster.addTask(await cluster.addType(), place)
  await queue.runTask({ taskId: owner, triggeredBy: 'jo' })
  await cluster.untilStatus(owner, 'Success')
  const run = await world.run()
  expect(run.status).toBe('Warning')
  expect(run.log).toMatch(/ERROR "South": .*'Owner'/)
  expect(run.delivery).toMatchObject({ delivered_rows: 3, targets: [{}, { value: 'South', state: 'failed' }, {}] })
  expect(await world.tab('Orders', world.south)).toEqual(ORDERS)
  expect(await world.tab('Orders', world.north)).toEqual([ORDERS[0], ORDERS[1], ORDERS[3]])
})

test('a run waits for a writer of a spreadsheet that the list names, and keeps others from starting', async () => {
  const world = await startWithList(({ north, south, east }) => [
    ['North', north],
    ['South', south],
    ['East', east],
  ])
  const { cluster, queue, taskId } = world
  const typeId = await cluster.addType()
  const [writer, later] = [
    await cluster.addTask(typeId, { name: 'Writer', targetSsId: world.south }),
    await cluster.addTask(typeId, { targetSsId: world.north, sourceSsId: world.sourceSsId, targetSheetName: 'Orders' }),
  ]
  await cluster.setTime(world.provider.now().toISOString())
  await cluster.addRunOfLostNode(writer, { leaseSeconds: 3600 })
  await queue.runTask({ taskId, triggeredBy: 'jo' })
  await cluster.untilLogged(taskId, /Waiting: 'Writer' writes to one of the targets/)
  await queue.runTask({ taskId: later, triggeredBy: 'jo' })
  expect(await world.tab('Sheet1', world.north)).toEqual([])
  expect(await cluster.readStatus(later)).toBe('Queued')
  const [lost] = await cluster.orm.select().from(runs).where(eq(runs.taskId, writer))
  await cluster.orm
    .update(runs)
    .set({ status: 'Stopped', endedAt: cluster.now(), leaseUntil: null, leaseOwner: null })
    .where(eq(runs.id, lost?.id ?? 0))
  await cluster.untilStatus(taskId, 'Success')
  await eventually({
    what: 'the later run to end',
    read: () => cluster.readRun(later),
    until: ({ endedAt }) => endedAt !== null,
  })
})

test('a run that waited for a writer of a target reads that target, whatever it knew before', async () => {
  const world = await startWithList(({ north, south, east }) => [
    ['North', north],
    ['South', south],
    ['East', east],
  ])
  const { cluster, queue, taskId } = world
  await world.run()
  await world.run()
  const writer = await cluster.addTask(await cluster.addType(), { name: 'Writer', targetSsId: world.south })
  await cluster.setTime(world.provider.now().toISOString())
  await cluster.addRunOfLostNode(writer, { leaseSeconds: 3600 })
  await queue.runTask({ taskId, triggeredBy: 'jo' })
  await cluster.untilLogged(taskId, /Waiting: 'Writer' writes to one of the targets/)
  await forgetVersions(cluster.orm, world.south)
  await cluster.orm
    .update(runs)
    .set({ status: 'Stopped', endedAt: cluster.now(), leaseUntil: null, leaseOwner: null })
    .where(eq(runs.taskId, writer))
  await cluster.untilStatus(taskId, 'Success')
  expect(await cluster.readRun(taskId)).toMatchObject({ reads: 3, writes: 0 })
})

test('a tab that another task took while the run waited holds its target', async () => {
  const world = await startWithList(({ north, south, east }) => [
    ['North', north, 'Orders'],
    ['South', south, 'Orders'],
    ['East', east, 'Orders'],
  ])
  const { cluster, queue, taskId } = world
  const typeId = await cluster.addType()
  const places = { sourceSsId: world.sourceSsId, targetSsId: world.south, startRow: 1 }
  const owner = await cluster.addTask(typeId, { ...places, name: 'Owner', targetSheetName: 'Orders' })
  await cluster.setTime(world.provider.now().toISOString())
  await queue.runTask({ taskId: owner, triggeredBy: 'jo' })
  await cluster.untilStatus(owner, 'Success')
  // The owner's copy stays unknown until the run waits.
  const setUnknown = (wasUndone: boolean) =>
    cluster.orm.update(copyBaselines).set({ wasUndone }).where(eq(copyBaselines.taskId, owner))
  await setUnknown(true)
  const writer = await cluster.addTask(typeId, { name: 'Writer', targetSsId: world.south })
  await cluster.addRunOfLostNode(writer, { leaseSeconds: 3600 })
  await queue.runTask({ taskId, triggeredBy: 'jo' })
  await cluster.untilLogged(taskId, /Waiting: 'Writer' writes to one of the targets/)
  await setUnknown(false)
  await cluster.orm
    .update(runs)
    .set({ status: 'Stopped', endedAt: cluster.now(), leaseUntil: null, leaseOwner: null })
    .where(eq(runs.taskId, writer))
  await cluster.untilStatus(taskId, 'Warning')
  const { delivery } = await cluster.readRun(taskId)
  expect(delivery?.targets).toMatchObject([{}, { value: 'South', state: 'failed' }, {}])
  expect(delivery?.targets[1]?.reason).toContain("'Owner'")
  expect(await world.tab('Orders', world.south)).toEqual(ORDERS)
})
