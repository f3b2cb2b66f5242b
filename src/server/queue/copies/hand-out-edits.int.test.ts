import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forgetLastTargets } from '#server/last-copy/last-target.ts'
import { readTargetEdits } from '#server/runs/target-edits.ts'
import { taskTypes } from '#server/storage/live-tables.ts'
import { sourceCopies } from '#server/storage/schema.ts'
import { ORDERS, startHandOut } from '#tests/support/hand-out-world.ts'
import { type SharedHandOut, shareHandOuts } from '#tests/support/shared-hand-out.ts'

const openHandOut = shareHandOuts()

type World = Pick<SharedHandOut, 'provider' | 'targetSsId'>

/** Edits cells by hand in the tab of a value. */
async function editTab({ provider, targetSsId }: World, range: string, values: (string | number)[][]): Promise<void> {
  await provider.write(targetSsId, range, values)
}

test('an edited target is held until a person accepts the edits, and the others go on', async () => {
  const world = await openHandOut({ holdsEdits: true })
  await world.run()
  await editTab(world, 'North!C2', [[11]])
  await world.setRows('C2:C3', [[12], [22]])
  const held = await world.run()
  expect(held).toMatchObject({ status: 'Warning', isHeld: false })
  expect(held.log).toContain('WARNING "North": 1 cell was edited by hand since the last run, C2.')
  expect(held.delivery).toMatchObject({ delivered_rows: 2, targets: [{ state: 'held' }, {}, {}] })
  expect(await readTargetEdits(world.cluster.orm, held.id)).toMatchObject({
    count: 1,
    cells: [{ value: 'North', row: 2, column: 3, columnName: 'Amount', left: 10, found: 11 }],
  })
  expect(await world.tab('North')).toEqual([ORDERS[0], [1, 'North', 11], ORDERS[3]])
  expect(await world.tab('South')).toEqual([ORDERS[0], [2, 'South', 22]])
  expect(await world.run()).toMatchObject({ status: 'Warning', writes: 0 })
  const accepted = await world.run({ allowShrink: true })
  expect(accepted.status).toBe('Success')
  expect(await world.tab('North')).toEqual([ORDERS[0], [1, 'North', 12], ORDERS[3]])
  await editTab(world, 'North!C2', [[13]])
  expect((await world.run()).log).toContain('"North": 1 cell was edited by hand since the last run, C2.')
})

test('edits in several targets are listed with the run that overwrites them, each once', async () => {
  const world = await openHandOut()
  await world.run()
  await editTab(world, 'North!C2', [[11]])
  await editTab(world, 'East!A2', [['four']])
  const run = await world.run()
  expect(run).toMatchObject({ status: 'Success', cellsChanged: 2 })
  expect(run.log).toContain('INFO "North": 1 cell was edited by hand since the last run, C2.')
  expect(await readTargetEdits(world.cluster.orm, run.id)).toMatchObject({
    count: 2,
    shape: null,
    cells: [
      { value: 'North', row: 2, column: 3, left: 10, found: 11 },
      { value: 'East', row: 2, column: 1, left: 4, found: 'four' },
    ],
  })
  const next = await world.run()
  expect(await readTargetEdits(world.cluster.orm, next.id)).toBeUndefined()
  await editTab(world, 'North!C2', [[11]])
  expect((await world.run()).log).toContain('"North": 1 cell was edited by hand since the last run, C2.')
})

test('a cleared target is held, and the others go on', async () => {
  const world = await openHandOut()
  await world.run()
  await editTab(world, 'North!A1:C3', Array(3).fill(['', '', '']))
  await world.setRows('C3', [[21]])
  const run = await world.run()
  expect(run).toMatchObject({ status: 'Warning', isHeld: false })
  expect(run.log).toContain('WARNING "North": The target was cleared by hand')
  expect(await world.tab('South')).toEqual([ORDERS[0], [2, 'South', 21]])
})

test('a change of the source alone, a moved row and an undo are no edits', async () => {
  const world = await openHandOut({ holdsEdits: true })
  await world.run()
  await world.setRows('B2:C3', [
    ['South', 15],
    ['South', 25],
  ])
  const moved = await world.run({ allowShrink: true })
  expect(moved.status).toBe('Success')
  await world.undo(moved.id)
  expect(await world.run({ allowShrink: true })).toMatchObject({ status: 'Success' })
  expect(await world.run()).toMatchObject({ status: 'Success', writes: 0 })
})

test('after a write by another task, cells of a target are no edits, and those of other targets still are', async () => {
  const world = await openHandOut()
  const { delivery } = await world.run()
  const sheetId = delivery?.targets.find(({ value }) => value === 'North')?.sheet_id ?? -1
  await forgetLastTargets(world.cluster.orm, { spreadsheetId: world.targetSsId, sheetId })
  await editTab(world, 'North!C2', [[11]])
  await editTab(world, 'East!C2', [[44]])
  const run = await world.run()
  expect(run).toMatchObject({ status: 'Success', cellsChanged: 2 })
  expect(await readTargetEdits(world.cluster.orm, run.id)).toMatchObject({ count: 1, cells: [{ value: 'East' }] })
})

test('rows of targets are stored once each, and not by a type that keeps no cells', async () => {
  await using world = await startHandOut()
  await world.run()
  const { orm } = world.cluster
  const stored = await orm.select().from(sourceCopies)
  expect(stored.map(({ source }) => source).toSorted()).toEqual(['East', 'North', 'South'].map(nameStored).toSorted())
  await orm.update(taskTypes).set({ keepsCells: false })
  await orm.delete(sourceCopies).where(eq(sourceCopies.taskId, world.taskId))
  await editTab(world, 'North!C2', [[11]])
  expect(await world.run()).toMatchObject({ status: 'Success' })
  expect(await orm.$count(sourceCopies)).toBe(0)
})

const nameStored = (value: string) => `target ["${value.toLowerCase()}"]`
