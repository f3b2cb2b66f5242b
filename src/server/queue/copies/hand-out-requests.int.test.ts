import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { shareHandOuts } from '#tests/support/shared-hand-out.ts'

const openHandOut = shareHandOuts()

const BRANCHES = 12
const HEADER: Cell[] = ['Order', 'Branch', 'Amount']
const rows = listOrders(BRANCHES)

function listOrders(branches: number): Cell[][] {
  return [HEADER, ...Array.from({ length: 120 }, (_, at): Cell[] => [at + 1, `Branch ${at % branches}`, at * 10])]
}

/** A task with a tab or a file for each of many values. */
async function startBranches(kind: 'tabs' | 'files', branches = BRANCHES) {
  const world = await openHandOut({}, { rows: listOrders(branches) })
  if (kind === 'tabs') return world
  const targets = []
  for (let at = 0; at < branches; at += 1) {
    const target_ss_id = await world.provider.spreadsheet({})
    targets.push({ value: `Branch ${at}`, target_ss_id, target_sheet_name: '' })
  }
  await world.edit({ targets })
  return world
}

test.each(['tabs', 'files'] as const)('%s take few requests', async (kind) => {
  const world = await startBranches(kind)
  const first = await world.run()
  expect(first).toMatchObject({ status: 'Success' })
  expect(first.reads).toBeLessThanOrEqual(2 + 3 * BRANCHES)
  expect(first.writes).toBeLessThanOrEqual(2 * BRANCHES)
  const unchanged = await world.run()
  expect(unchanged).toMatchObject({ status: 'Success', writes: 0, cellsChanged: 0 })
  expect(unchanged.reads).toBeLessThanOrEqual(1 + BRANCHES)
  await world.setRows('C2', [[11]])
  const changed = await world.run()
  expect(changed).toMatchObject({ status: 'Success', writes: 1, cellsChanged: 1 })
  // Drive's earlier answer about the changed file is outdated.
  const affected = kind === 'tabs' ? BRANCHES : 1
  expect(changed.reads).toBeLessThanOrEqual(1 + affected + 2)
})

test('of 40 files that Drive reports untouched none is read, and one changed row takes one write and its verification', async () => {
  const world = await startBranches('files', 40)
  for (let count = 0; count < 2; count += 1) await world.run()
  await world.cluster.passTime((10 * MINUTE_MS) / 1000)
  const unchanged = await world.run()
  expect(unchanged).toMatchObject({ status: 'Success', reads: 1, writes: 0 })
  await world.setRows('C2', [[11]])
  const changed = await world.run()
  expect(changed).toMatchObject({ status: 'Success', writes: 1, cellsChanged: 1 })
  // Additional reads: the whole changed source, and its target before and after the write.
  expect(changed.reads).toBeLessThanOrEqual(unchanged.reads + 3)
})

test('a remark beside a row holds its target alone before the row moves away from it', async () => {
  const world = await startBranches('files')
  await world.run()
  const { targets } = (await world.run()).delivery ?? { targets: [] }
  const [first, second] = targets
  await world.provider.write(first?.target_ss_id ?? '', 'Sheet1!E4', [['Call back']])
  // Change a row above the row with the remark, and a row of another branch.
  await world.setRows('A2', [['', '', '']])
  await world.setRows('C3', [[99]])
  const run = await world.run()
  expect(run).toMatchObject({ status: 'Warning', isHeld: false })
  expect(run.log).toContain(`"${first?.value}": `)
  expect(run.delivery?.targets.map(({ state }) => state)).toEqual(['held', ...Array(BRANCHES - 1).fill('delivered')])
  expect((await world.tab('Sheet1', second?.target_ss_id))[1]).toEqual([2, 'Branch 1', 99])
  await world.edit({ beside: 'leave' })
  expect(await world.run()).toMatchObject({ status: 'Success' })
})

test('remarks move along with their rows in each target, also after an interruption, and a removed one holds its target alone', async () => {
  const world = await startBranches('files')
  await world.edit({ beside: 'carry' })
  await world.run()
  const { targets } = (await world.run()).delivery ?? { targets: [] }
  const [first, second, third] = targets.map(({ target_ss_id }) => target_ss_id)
  for (const id of [first, second]) await world.provider.write(id ?? '', 'Sheet1!E4', [['Call back']])
  const whole = rows.slice(1)
  const added: Cell[][] = ['Branch 0', 'Branch 1', 'Branch 2'].map((branch) => [500, branch, 1])
  await world.setRows('A2', [...added, ...whole])
  // Let the rows of the second target move, but let the write of its cells fail.
  const isSecond = { kind: 'write', spreadsheetId: second ?? '' } as const
  world.provider.emulator.faults.add({ ...isSecond, effect: { answer: 'internal' }, after: 1 })
  expect((await world.run()).delivery?.targets.map(({ state }) => state).slice(0, 3)).toEqual([
    'delivered',
    'failed',
    'delivered',
  ])
  world.provider.emulator.faults.clear()
  expect(await world.run()).toMatchObject({ status: 'Success', writes: 1 })
  for (const id of [first, second]) {
    const tab = await world.tab('Sheet1', id)
    expect(tab[1]?.[0]).toBe(500)
    expect(tab.map((row) => row[4] ?? '')).toEqual(tab.map((_, at) => (at === 4 ? 'Call back' : '')))
    expect(tab[4]?.[0]).toBe(id === first ? 25 : 26)
  }
  expect((await world.tab('Sheet1', third))[1]).toEqual([500, 'Branch 2', 1])
  // Remove the row with the remark of the first branch.
  const without = whole.filter(([order]) => order !== 25)
  await world.setRows('A2', [...added, ...without, ['', '', '']])
  const held = await world.run()
  expect(held.delivery?.targets.map(({ state }) => state)).toEqual(['held', ...Array(BRANCHES - 1).fill('delivered')])
})
