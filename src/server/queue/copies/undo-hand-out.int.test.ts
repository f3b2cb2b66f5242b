import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { openTargetStore } from '#server/hand-out/stored-targets.ts'
import { forgetMemory } from '#server/hand-out/target-store.ts'
import { wakeWorkers } from '#server/queue/wake-workers.ts'
import { queueRuns } from '#server/runs/queue-runs.ts'
import { ORDERS } from '#tests/support/hand-out-world.ts'
import { type SharedHandOut, shareHandOuts } from '#tests/support/shared-hand-out.ts'

const openHandOut = shareHandOuts()

type World = SharedHandOut

/** Reads the state of each target for the next run, without its memory and the spelling of its value. */
async function readStates({ cluster, taskId }: World) {
  const { targets } = await openTargetStore(cluster.orm, taskId).read()
  return new Map(
    [...targets].map(([key, copy]) => {
      const { value: _, ...state } = forgetMemory(copy)
      return [key, state]
    }),
  )
}

const readTabs = (world: World) => Promise.all(['North', 'South', 'East'].map((title) => world.tab(title)))

test('an undo takes back a run in all of its targets, and the next run is judged as if it had never been', async () => {
  const world = await openHandOut()
  await world.run()
  const [tabs, states] = [await readTabs(world), await readStates(world)]
  await world.setRows('B2:C3', [
    ['South', 11],
    ['South', 21],
  ])
  const changed = await world.run()
  expect(changed.status).toBe('Success')
  const undone = await world.undo(changed.id)
  expect(undone.log).toContain(`SUCCESS 11 cells undone in 2 targets, back to before run ${changed.id}.`)
  expect(undone.status).toBe('Success')
  expect(await readTabs(world)).toEqual(tabs)
  expect(await readStates(world)).toEqual(states)
  expect(await world.run()).toMatchObject({ status: 'Success', cellsChanged: changed.cellsChanged })
  const first = await world.undo(undone.id)
  expect(first.status).toBe('Success')
})

test('an undo of one target leaves the others, and its rows come again with the next run', async () => {
  const world = await openHandOut()
  const first = await world.run()
  await world.setRows('C2:C3', [[11], [21]])
  const changed = await world.run()
  const undone = await world.undo(changed.id, { value: 'South' })
  expect(undone).toMatchObject({ status: 'Success', cellsChanged: 1 })
  expect(await world.tab('South')).toEqual([ORDERS[0], ORDERS[2]])
  expect(await world.tab('North')).toEqual([ORDERS[0], [1, 'North', 11], ORDERS[3]])
  expect(await world.run()).toMatchObject({ status: 'Success', cellsChanged: 1 })
  expect(await world.tab('South')).toEqual([ORDERS[0], [2, 'South', 21]])
  const all = await world.undo(first.id)
  expect(all.status).toBe('Success')
  expect(await readTabs(world)).toEqual([[], [], []])
})

test('an undo of an undo brings a run back in all targets', async () => {
  const world = await openHandOut()
  await world.run()
  await world.setRows('C2:C3', [[11], [21]])
  const changed = await world.run()
  const [tabs, states] = [await readTabs(world), await readStates(world)]
  const undone = await world.undo(changed.id)
  const again = await world.undo(undone.id)
  expect(again.status).toBe('Success')
  expect(await readTabs(world)).toEqual(tabs)
  expect(await readStates(world)).toEqual(states)
})

test('a cell that someone edited keeps the edit, and the run says so', async () => {
  const world = await openHandOut()
  await world.run()
  await world.setRows('C2:C3', [[11], [21]])
  const changed = await world.run()
  await world.provider.write(world.targetSsId, 'South!C2', [[99]])
  const undone = await world.undo(changed.id)
  expect(undone.status).toBe('Warning')
  expect(undone.log).toContain(`WARNING "South": 1 cell was edited since and left as it is, 'South'!C2.`)
  expect(await world.tab('South')).toEqual([ORDERS[0], [2, 'South', 99]])
  expect(await world.tab('North')).toEqual([ORDERS[0], ORDERS[1], ORDERS[3]])
})

test.each([
  { what: 'sorted', edit: (rows: Cell[][]) => rows.toReversed() },
  { what: 'edited', edit: ([first = [], ...others]: Cell[][]) => [[...first.slice(0, 2), 99], ...others] },
])('a target that someone $what since is undone like the target of a task that copies all rows', async ({ edit }) => {
  const rows: Cell[][] = [['Order', 'Branch', 'Amount'], ...[2, 3, 4].map((id) => [id, 'South', id * 10])]
  const undoCopy = async (splitBy: string) => {
    const world = await openHandOut({ splitBy, targetSheetName: splitBy ? '' : 'South' }, { rows })
    await world.run()
    await world.setRows('A2:C5', [[1, 'South', 10], ...rows.slice(1)])
    const changed = await world.run()
    expect(changed.status).toBe('Success')
    const [, ...copied] = await world.tab('South')
    await world.provider.write(world.targetSsId, 'South!A2:C5', edit(copied))
    const { status, cellsChanged } = await world.undo(changed.id)
    const left = await world.tab('South')
    // A person accepts that the run overwrites the cells the undo left alone.
    await world.run({ allowShrink: true })
    return { status, cellsChanged, left, repaired: await world.tab('South') }
  }
  const handedOut = await undoCopy('Branch')
  expect(handedOut).toEqual(await undoCopy(''))
  expect(handedOut).toMatchObject({ status: 'Warning', repaired: [rows[0], [1, 'South', 10], ...rows.slice(1)] })
})

test('a row is back in its former target before its new one loses it, and stays there if the former one fails', async () => {
  const rows = [...ORDERS, [5, 'North', 50], [6, 'South', 60]]
  const world = await openHandOut({}, { rows })
  const [north = '', south = '', east = ''] = await Promise.all(
    ['N', 'S', 'E'].map(() => world.provider.spreadsheet({})),
  )
  const targets = Object.entries({ North: north, South: south, East: east }).map(([value, target_ss_id]) => {
    return { value, target_ss_id, target_sheet_name: '' }
  })
  await world.edit({ targets })
  await world.run()
  await world.setRows('B2', [['South']])
  const moved = await world.run()
  expect(moved.status).toBe('Success')
  world.provider.emulator.faults.add({ spreadsheetId: north, effect: { answer: 'permission_denied' } })
  const failed = await world.undo(moved.id)
  world.provider.emulator.faults.clear()
  expect(failed.status).not.toBe('Success')
  expect(failed.log).toContain(
    'ERROR "South": 1 row would be in no target, because the former target was not fully undone.',
  )
  expect(await world.tab('Sheet1', south)).toEqual([rows[0], [1, 'South', 10], rows[2], rows[6]])
  const undone = await world.undo(moved.id)
  expect(undone.status).toBe('Success')
  expect(await world.tab('Sheet1', south)).toEqual([rows[0], rows[2], rows[6]])
  expect(await world.tab('Sheet1', north)).toEqual([rows[0], rows[1], rows[3], rows[5]])
})

test('a row stays in its new target if a cell that it left in its former one was edited since', async () => {
  const world = await openHandOut()
  await world.run()
  await world.setRows('B2', [['South']])
  const moved = await world.run()
  const [, south] = await readTabs(world)
  await world.provider.write(world.targetSsId, 'North!A3', [['mine']])
  const undone = await world.undo(moved.id)
  expect(undone.status).toBe('Warning')
  expect(undone.log).toContain(`WARNING "north": 1 cell was edited since and left as it is, 'North'!A3.`)
  expect(undone.log).toContain('ERROR "South": 1 row would be in no target')
  expect(await world.tab('South')).toEqual(south)
  expect(await world.tab('North')).toEqual([ORDERS[0], ORDERS[1], ['mine', 'north ', 30]])
})

test('a target to which the task no longer copies is refused, and the others are undone', async () => {
  const world = await openHandOut({ unmatched: 'report' })
  const files = [await world.provider.spreadsheet({}), await world.provider.spreadsheet({})]
  const targets = ['North', 'South'].map((value, at) => {
    return { value, target_ss_id: files[at] ?? '', target_sheet_name: '' }
  })
  await world.edit({ targets })
  const run = await world.run()
  await world.edit({ targets: targets.slice(0, 1) })
  const undone = await world.undo(run.id)
  expect(undone.status).toBe('Warning')
  expect(undone.log).toContain('ERROR "South": The task now writes to another spreadsheet.')
  expect(await world.tab('Sheet1', files[0])).toEqual([])
  expect(await world.tab('Sheet1', files[1])).toEqual([ORDERS[0], ORDERS[2]])
})

test('an undo of a run with one target fails if the task hands rows out by then', async () => {
  const world = await openHandOut({ splitBy: '' })
  const { cluster, taskId } = world
  const copied = await world.run()
  expect(copied).toMatchObject({ status: 'Success', cellsChanged: 15 })
  await world.edit({ splitBy: 'Branch' })
  // Queue the undo without the check of the request, as if the column had been set after the request.
  const undo = { beforeRunId: copied.id, edited: 'leave', editedDigest: null } as const
  const wave = { waveId: randomUUID(), triggeredBy: 'jo', allowShrink: false, message: 'Queued.', now: cluster.now() }
  await queueRuns(cluster.orm, { which: { taskId }, ...wave, undo })
  await wakeWorkers(cluster.orm)
  await cluster.untilStatus(taskId, 'Error')
  await cluster.untilLogged(taskId, /This run wrote to one target, but the task hands rows out now\./)
})

test('a target whose rows moved twice in a run is refused with the reason, and others are undone', async () => {
  const names = ['North', 'South', 'North', 'South', 'North', 'South', 'East']
  const rows: Cell[][] = [['Order', 'Branch', 'Amount'], ...names.map((name, at): Cell[] => [at + 1, name, at * 10])]
  const world = await openHandOut({ beside: 'carry', expectUnique: ['Order'] }, { rows })
  const targets = []
  for (const value of ['North', 'South', 'East'])
    targets.push({ value, target_ss_id: await world.provider.spreadsheet({}), target_sheet_name: '' })
  await world.edit({ targets })
  await world.run()
  for (const { target_ss_id: id } of targets.slice(0, 2)) await world.provider.write(id, 'Sheet1!E2', [['call']])
  const east = await world.tab('Sheet1', targets[2]?.target_ss_id)
  await world.setRows('B4:C5', [
    ['South', 20],
    ['North', 30],
  ])
  await world.setRows('C8', [[99]])
  const exchanged = await world.run({ allowShrink: true })
  expect(exchanged.log).toContain('cannot be undone: rows of the target moved twice.')
  const undone = await world.undo(exchanged.id)
  expect(undone.status).toBe('Warning')
  expect(undone.log).toContain('This run moved rows of the target twice, so it cannot be undone.')
  expect(await world.tab('Sheet1', targets[2]?.target_ss_id)).toEqual(east)
})
