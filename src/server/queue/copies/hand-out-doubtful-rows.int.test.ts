import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { breakWrites } from '#tests/support/break-writes.ts'
import { startHandOut } from '#tests/support/hand-out-world.ts'
import { type SharedHandOut, shareHandOuts } from '#tests/support/shared-hand-out.ts'

const openHandOut = shareHandOuts()

/** Odd orders for North, and even orders for South. The third order has no amount. */
const ROWS: Cell[][] = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => {
  return [id, id % 2 === 0 ? 'South' : 'North', id === 3 ? '' : id * 10]
})
const SOURCE: Cell[][] = [['Order', 'Branch', 'Amount'], ...ROWS]

async function readOrders(world: SharedHandOut, value: string): Promise<Cell[]> {
  return (await world.tab(value)).slice(1).map(([id = null]) => id)
}

/** Sets or removes a checkbox in the cell C3 of South. */
async function setCheckbox({ provider, targetSsId }: SharedHandOut, isCheckbox: boolean): Promise<void> {
  const file = await provider.call<{ sheets: { properties: { sheetId: number; title: string } }[] }>(
    'GET',
    `/${targetSsId}`,
  )
  const sheetId = file.sheets.find(({ properties }) => properties.title === 'South')?.properties.sheetId
  const range = { sheetId, startRowIndex: 2, endRowIndex: 3, startColumnIndex: 2, endColumnIndex: 3 }
  const rule = isCheckbox ? { rule: { condition: { type: 'BOOLEAN' } } } : {}
  await provider.call('POST', `/${targetSsId}:batchUpdate`, { requests: [{ setDataValidation: { range, ...rule } }] })
}

test('a row stays in its former target in each run until its new target took every value', async () => {
  const world = await openHandOut({}, { rows: SOURCE })
  await world.run()
  await setCheckbox(world, true)
  await world.setRows('B4', [['South']])
  for (const run of [await world.run(), await world.run(), await world.run()]) {
    expect(run.log).toContain('South (5 rows) did not take every value; 1 row stays in the former target until then.')
    expect(await readOrders(world, 'North')).toEqual([1, 3, 5, 7])
  }
  await setCheckbox(world, false)
  const last = await world.run()
  expect(last.status, last.log).toBe('Success')
  expect(await readOrders(world, 'North')).toEqual([1, 5, 7])
  expect(await readOrders(world, 'South')).toEqual([2, 3, 4, 6, 8])
})

test('a row that an undo did not bring back, because of an edit, is in a target while a run brings it back', async () => {
  const world = await openHandOut({}, { rows: SOURCE })
  await world.run()
  await world.setRows('B3', [['North']])
  const moved = await world.run()
  await world.provider.write(world.targetSsId, 'South!A2', [['edited']])
  const undone = await world.undo(moved.id)
  expect(undone.log).toContain('ERROR "North": 1 row would be in no target')
  expect(await readOrders(world, 'South')).toEqual(['edited', 4, 6, 8])
  await world.setRows('B3', [['South']])
  const missing: Cell[][] = []
  world.beforeEachWrite(async () => {
    const present = [...(await readOrders(world, 'North')), ...(await readOrders(world, 'South'))]
    missing.push(ROWS.flatMap(([id = null]) => (present.includes(id) ? [] : [id])))
  })
  const run = await world.run({ allowShrink: true })
  expect(run.status, run.log).toBe('Success')
  expect(missing.length).toBeGreaterThan(1)
  expect(missing.flat()).toEqual([])
})

test.each([
  { fate: 'applied', rowsApplied: Number.POSITIVE_INFINITY },
  { fate: 'lost', rowsApplied: 0 },
])(
  'an undo after a write that broke off and was $fate stops at an edit, and otherwise returns all rows',
  async ({ rowsApplied }) => {
    const broken: { breaks?: ReturnType<typeof breakWrites>['breaks'] } = {}
    await using world = await startHandOut(
      {},
      {
        rows: SOURCE,
        wrapGoogle(google) {
          const breaking = breakWrites(google)
          broken.breaks = breaking.breaks
          return { ...breaking.google, lateWriteMs: 0 }
        },
      },
    )
    const readTabs = async () => [await world.tab('North'), await world.tab('South')]
    await world.run()
    const atFirst = await readTabs()
    await world.setRows('B2:B3', [['South'], ['North']])
    const exchanged = await world.run()
    await world.setRows('A4', [[0, 'North', 5], ...ROWS.slice(2)])
    const added = await world.run()
    broken.breaks?.push({ rowsApplied, rest: 'lost' })
    expect((await world.undo(added.id)).status).toBe('Error')
    const amount = (await world.tab('North'))[2]?.[2] ?? ''
    await world.provider.write(world.targetSsId, 'North!C3', [[999]])
    const edited = await readTabs()
    const stopped = await world.undo(exchanged.id)
    expect(stopped.log).toContain('because row 3 was edited or moved since')
    expect(await readTabs()).toEqual(edited)
    await world.provider.write(world.targetSsId, 'North!C3', [[amount]])
    const undone = await world.undo(exchanged.id)
    expect(undone.status, undone.log).toBe('Success')
    expect(await readTabs()).toEqual(atFirst)
  },
)
