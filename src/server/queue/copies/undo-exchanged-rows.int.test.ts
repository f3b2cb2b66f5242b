import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { ORDERS } from '#tests/support/hand-out-world.ts'
import { type SharedHandOut, shareHandOuts } from '#tests/support/shared-hand-out.ts'

const openHandOut = shareHandOuts()

const ROWS = [...ORDERS, [5, 'South', 50], [6, 'North', 60]]
const VALUES = ['North', 'South', 'East']
const IDS = [1, 2, 3, 4, 5, 6]

/** Opens a task whose last run exchanged a row of North with a row of South. */
async function exchangeRows({ inFiles = false } = {}) {
  const missing: Cell[][] = []
  const handedOut = await openHandOut({}, { rows: ROWS })
  const ids = await Promise.all(VALUES.map(() => handedOut.provider.spreadsheet({ title: 'Orders' })))
  const files = Object.fromEntries(VALUES.map((value, at) => [value, ids[at] ?? '']))
  const world = { ...handedOut, files }
  const targets = VALUES.map((value) => ({ value, target_ss_id: files[value] ?? '', target_sheet_name: 'Orders' }))
  if (inFiles) await world.edit({ targets })
  await world.run()
  const readTab = (value: string) => (inFiles ? world.tab('Orders', files[value]) : world.tab(value))
  const readTabs = async () => await Promise.all(VALUES.map(readTab))
  const tabs = await readTabs()
  await world.setRows('B2:B3', [['South'], ['North']])
  const exchanged = await world.run()
  expect(exchanged.status).toBe('Success')
  const exchangedTabs = await readTabs()
  world.beforeEachWrite(async () => {
    const present = (await readTabs()).flat().map(([id]) => id)
    missing.push(IDS.filter((id) => !present.includes(id)))
  })
  return { world, runId: exchanged.id, tabs, exchangedTabs, readTabs, missing }
}

async function appendRow({ provider, targetSsId }: SharedHandOut, row: Cell[]) {
  const path = `/${targetSsId}/values/North!A1:append?valueInputOption=RAW&insertDataOption=INSERT_ROWS`
  await provider.call('POST', path, { values: [row] })
}

test('while an exchange of rows is undone, each row is in a target at each write', async () => {
  const { world, runId, tabs, exchangedTabs, readTabs, missing } = await exchangeRows()
  const undone = await world.undo(runId)
  expect(undone.status, undone.log).toBe('Success')
  expect(await readTabs()).toEqual(tabs)
  expect(missing.flat()).toEqual([])
  expect(missing.length).toBeGreaterThan(2)
  const again = await world.undo(undone.id)
  expect(again.status, again.log).toBe('Success')
  expect(await readTabs()).toEqual(exchangedTabs)
  expect(missing.flat()).toEqual([])
  expect(await world.run()).toMatchObject({ status: 'Success', cellsChanged: 0 })
})

test('rows that no other target has stay below those of the only target that is undone, until the next run', async () => {
  const { world, runId, exchangedTabs, readTabs, missing } = await exchangeRows()
  const undone = await world.undo(runId, { value: 'North' })
  expect(undone.status).toBe('Warning')
  expect(undone.log).toContain('WARNING "North": 1 row stays below the others until the next run')
  expect(await world.tab('North')).toEqual([ROWS[0], ROWS[1], ROWS[3], ROWS[6], [2, 'North', 20.5]])
  expect(missing.flat()).toEqual([])
  expect(await world.run()).toMatchObject({ status: 'Success' })
  expect(await readTabs()).toEqual(exchangedTabs)
  expect(missing.flat()).toEqual([])
})

test('rows below the others stay there if the only target is undone twice', async () => {
  const { world, runId, missing } = await exchangeRows()
  await world.undo(runId, { value: 'North' })
  const undone = await world.tab('North')
  const again = await world.undo(runId, { value: 'North' })
  expect(again.status).not.toBe('Success')
  expect(again.log).toContain('Rows of an earlier undo are still below the others. Run the task, then try again.')
  expect(await world.tab('North')).toEqual(undone)
  expect(missing.flat()).toEqual([])
})

test('rows below the others stay until the next run if a cell of their target was left alone', async () => {
  const { world, runId, readTabs, missing } = await exchangeRows()
  await world.setRows('C4', [[31]])
  await world.run()
  await world.provider.write(world.targetSsId, 'North!C3', [[999]])
  const undone = await world.undo(runId)
  expect(undone.status).toBe('Warning')
  expect(undone.log).toContain('WARNING "North": 1 row stays below the others until the next run')
  expect((await world.tab('North')).at(-1)).toEqual([2, 'North', 20.5])
  await world.run({ allowShrink: true })
  expect((await readTabs()).map((rows) => rows.length)).toEqual([4, 3, 2])
  expect(missing.flat()).toEqual([])
})

test('rows below the others stay until the next run if the undo of their target fails', async () => {
  const { world, runId, exchangedTabs, readTabs, missing } = await exchangeRows({ inFiles: true })
  const { faults } = world.provider.emulator
  faults.add({ spreadsheetId: world.files.North, kind: 'write', after: 1, effect: { answer: 'permission_denied' } })
  const undone = await world.undo(runId)
  faults.clear()
  expect(undone.status).not.toBe('Success')
  expect(undone.log).toContain('WARNING "North": 1 row stays below the others until the next run')
  expect((await world.run({ allowShrink: true })).status).toBe('Success')
  expect(await readTabs()).toEqual(exchangedTabs)
  expect(missing.flat()).toEqual([])
})

test('the warning about rows that stay below the others has the reason', async () => {
  const { world: first, runId: refused } = await exchangeRows({ inFiles: true })
  const { faults } = first.provider.emulator
  const effect = { answer: 'permission_denied' } as const
  // Copying the rows and undoing the target works, but removing the rows fails.
  faults.add({ spreadsheetId: first.files['North'], kind: 'write', after: 2, effect })
  const undone = await first.undo(refused)
  faults.clear()
  expect(undone.status).toBe('Warning')
  expect(undone.log).toMatch(
    /"North": 1 row stays below the others until the next run\. The built-in account cannot edit/,
  )

  const { world: second, runId: edited } = await exchangeRows()
  second.beforeEachWrite(async () => {
    if ((await second.tab('North')).length > 4) await second.provider.write(second.targetSsId, 'North!C5', [[999]])
  })
  const left = await second.undo(edited)
  expect(left.status).toBe('Warning')
  expect(left.log).toContain(
    '"North": 1 row stays below the others until the next run, because somebody edited it since it was copied there.',
  )
})

test('a target with cells below its rows is not undone if it would lose rows that no other target has', async () => {
  const { world, runId, exchangedTabs, missing } = await exchangeRows()
  await appendRow(world, ['mine'])
  const undone = await world.undo(runId)
  expect(undone.status).not.toBe('Success')
  expect(undone.log).toContain('because row 5 and the rows below it are not empty')
  expect(await world.tab('South')).toEqual(exchangedTabs[1])
  expect(missing.flat()).toEqual([])
})

test('exchanged rows stay in a target while the other one fails, and a later run puts all in their places', async () => {
  const { world, runId, readTabs, missing } = await exchangeRows({ inFiles: true })
  const { faults } = world.provider.emulator
  faults.add({ spreadsheetId: world.files.South, kind: 'write', effect: { answer: 'permission_denied' } })
  const failed = await world.undo(runId)
  faults.clear()
  expect(failed.status).not.toBe('Success')
  expect(failed.log).toContain('WARNING "North": 1 row stays below the others until the next run')
  expect(missing.flat()).toEqual([])
  const run = await world.run({ allowShrink: true })
  expect(run.status, run.log).toBe('Success')
  expect(missing.flat()).toEqual([])
  expect((await readTabs()).map((rows) => rows.length)).toEqual([4, 3, 2])
})

test.for([
  [
    'sorted',
    [
      [6, 'North', 60],
      [3, 'north ', 30],
      [2, 'North', 20.5],
    ],
  ],
  [
    'inserted',
    [
      ['mine', 'North', 0],
      [2, 'North', 20.5],
      [3, 'north ', 30],
      [6, 'North', 60],
    ],
  ],
] as const)(
  'a target whose rows were %s by hand is not undone if it would lose rows that no other target has',
  async ([, rows]) => {
    const { world, runId, exchangedTabs, readTabs, missing } = await exchangeRows()
    const edited = rows.map((row) => [...row])
    if (rows.length > 3) await appendRow(world, ['new'])
    await world.provider.write(world.targetSsId, `North!A2:C${rows.length + 1}`, edited)
    const undone = await world.undo(runId)
    expect(undone.status).not.toBe('Success')
    expect(undone.log).toContain('was edited or moved since. Run the task, then try again.')
    expect((await world.tab('North')).slice(1)).toEqual(edited)
    expect(await world.tab('South')).toEqual(exchangedTabs[1])
    expect(missing.flat()).toEqual([])
    await world.run({ allowShrink: true })
    expect((await readTabs()).map((tab) => tab.length)).toEqual([4, 3, 2])
  },
)
