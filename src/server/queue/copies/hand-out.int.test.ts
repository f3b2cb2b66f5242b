import { expect, test } from 'vitest'
import { ORDERS } from '#tests/support/hand-out-world.ts'
import { shareHandOuts } from '#tests/support/shared-hand-out.ts'

const openHandOut = shareHandOuts()

test('each value gets a tab of its name, with the header and its rows in the order of the source', async () => {
  const world = await openHandOut({ controlSums: ['Amount'] })
  const run = await world.run()
  expect(run.log).toContain(
    'SUCCESS 4 rows: all arrived in 3 targets exactly once. Amount: 100.50 in the source, 100.50 in the targets.',
  )
  expect(run.status).toBe('Success')
  expect(await world.tab('North')).toEqual([ORDERS[0], ORDERS[1], ORDERS[3]])
  expect(await world.tab('South')).toEqual([ORDERS[0], ORDERS[2]])
  expect(await world.tab('East')).toEqual([ORDERS[0], ORDERS[4]])
  expect(run.delivery).toMatchObject({
    source_rows: 4,
    delivered_rows: 4,
    waiting_rows: 0,
    unmatched: [],
    targets: [
      { value: 'North', target_ss_id: world.targetSsId, target_sheet_name: 'North', rows: 2, state: 'delivered' },
      { value: 'South', rows: 1, state: 'delivered' },
      { value: 'East', rows: 1, state: 'delivered' },
    ],
    sums: [{ column: 'Amount', source: 100.5, delivered: 100.5 }],
  })
})

test('an unchanged run writes nothing, and one changed row is written alone', async () => {
  const world = await openHandOut()
  await world.run()
  const unchanged = await world.run()
  expect(unchanged).toMatchObject({ status: 'Success', writes: 0, cellsChanged: 0 })
  const again = await world.run()
  expect(again).toMatchObject({ status: 'Success', writes: 0, cellsChanged: 0 })
  expect(again.reads).toBeLessThanOrEqual(4)
  await world.setRows('C3', [[21]])
  const changed = await world.run()
  expect(changed).toMatchObject({ status: 'Success', writes: 1, cellsChanged: 1 })
  expect(await world.tab('South')).toEqual([ORDERS[0], [2, 'South', 21]])
})

test('a value of a list has a file of its own, and a value without a target holds the run', async () => {
  const world = await openHandOut()
  const [north, south] = [
    await world.provider.spreadsheet({}),
    await world.provider.spreadsheet({ title: 'Data' }, { title: 'Orders' }),
  ]
  const targets = [
    { value: 'NORTH', target_ss_id: north, target_sheet_name: '' },
    { value: 'South', target_ss_id: south, target_sheet_name: 'Orders' },
  ]
  await world.edit({ targets })
  const held = await world.run()
  expect(held).toMatchObject({ status: 'Warning', isHeld: true, writes: 0 })
  expect(held.log).toContain('1 row has a value of "Branch" without a target: East: 1 row, for example row 5.')
  expect(await world.tab('Sheet1', north)).toEqual([])
  await world.edit({ unmatched: 'report' })
  const reported = await world.run()
  expect(reported).toMatchObject({ status: 'Warning', isHeld: false })
  expect(reported.log).toContain(
    'WARNING 4 rows: 3 arrived in 2 targets exactly once; 1 row has the value East, for which there is no target.',
  )
  expect(reported.delivery?.unmatched).toEqual([{ value: 'East', rows: 1 }])
  expect(await world.tab('Sheet1', north)).toEqual([ORDERS[0], ORDERS[1], ORDERS[3]])
  expect(await world.tab('Orders', south)).toEqual([ORDERS[0], ORDERS[2]])
})

test('a value that vanishes holds its target, and the others go on', async () => {
  const world = await openHandOut()
  await world.run()
  await world.setRows('A3:C5', [
    [3, 'North', 31],
    ['', '', ''],
    [4, 'East', 41],
  ])
  const run = await world.run()
  expect(run).toMatchObject({ status: 'Warning', isHeld: false })
  expect(run.log).toContain('"South": The source has no data rows.')
  expect(await world.tab('South')).toEqual([ORDERS[0], ORDERS[2]])
  expect(await world.tab('East')).toEqual([ORDERS[0], [4, 'East', 41]])
  expect(await world.tab('North')).toEqual([ORDERS[0], ORDERS[1], [3, 'North', 31]])
  const accepted = await world.run({ allowShrink: true })
  expect(accepted.status).toBe('Success')
  expect(await world.tab('South')).toEqual([ORDERS[0]])
  expect(await world.run()).toMatchObject({ status: 'Success', writes: 0 })
})

test('a target that fails stops no other, and a row that moves there stays where it was', async () => {
  const rows = [...ORDERS, [5, 'North', 50], [6, 'South', 60], [7, 'North', 70]]
  const world = await openHandOut({}, { rows })
  const [north, south, east] = await Promise.all(['N', 'S', 'E'].map(() => world.provider.spreadsheet({})))
  const targets = Object.entries({ North: north, South: south, East: east }).map(([value, target_ss_id = '']) => {
    return { value, target_ss_id, target_sheet_name: '' }
  })
  await world.edit({ targets })
  expect(await world.run()).toMatchObject({ status: 'Success' })
  await world.setRows('B2', [['South']])
  await world.setRows('C5', [[41]])
  world.provider.emulator.faults.add({ spreadsheetId: south, effect: { answer: 'permission_denied' } })
  const failed = await world.run()
  world.provider.emulator.faults.clear()
  expect(failed.status).toBe('Warning')
  expect(failed.log).toContain('ERROR "South": ')
  expect(failed.log).toContain('1 row stays in the former target until then')
  expect(failed.delivery).toMatchObject({ delivered_rows: 4, waiting_rows: 1 })
  // The row keeps its place and value in its former target.
  expect(await world.tab('Sheet1', north)).toEqual([rows[0], rows[1], rows[3], rows[5], rows[7]])
  expect(await world.tab('Sheet1', east)).toEqual([rows[0], [4, 'East', 41]])
  const moved = await world.run()
  expect(moved.status).toBe('Success')
  expect(await world.tab('Sheet1', south)).toEqual([rows[0], [1, 'South', 10], rows[2], rows[6]])
  expect(await world.tab('Sheet1', north)).toEqual([rows[0], rows[3], rows[5], rows[7]])
})

test('two values with the same tab name are refused, and so is a value whose cell is an error', async () => {
  const world = await openHandOut({}, { rows: [['Branch'], ['a/b'], ['a?b']] })
  const clash = await world.run()
  expect(clash.status).toBe('Error')
  expect(clash.log).toContain('The values "a/b" and "a?b" have the same target, the tab \'a-b\'.')
  await world.provider.write(world.sourceSsId, 'Orders!A3', [['=1/0']], 'USER_ENTERED')
  const failed = await world.run()
  expect(failed).toMatchObject({ status: 'Warning', isHeld: true })
  expect(failed.log).toContain('The column "Branch", which says where rows go, has 1 error value, A3.')
})

test('a task that copied all rows to one tab asks before it hands rows out over cells of other people', async () => {
  const world = await openHandOut({ splitBy: '' })
  await world.run()
  const requests = [{ addSheet: { properties: { title: 'North' } } }]
  await world.provider.call('POST', `/${world.targetSsId}:batchUpdate`, { requests })
  const notes = [
    ['Rent', 1, 'x'],
    ['Food', 2, 'y'],
  ]
  await world.provider.write(world.targetSsId, 'North!A1', notes)
  await world.edit({ splitBy: 'Branch' })
  const run = await world.run()
  expect(run.log).toContain('WARNING "North": ')
  expect(run.status).toBe('Warning')
  expect(await world.tab('North')).toEqual(notes)
  expect(await world.tab('South')).toEqual([ORDERS[0], ORDERS[2]])
})
