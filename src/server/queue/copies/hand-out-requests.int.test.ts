import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { startHandOut } from '#tests/support/hand-out-world.ts'

const BRANCHES = 12
const HEADER: Cell[] = ['Order', 'Branch', 'Amount']
const rows = [HEADER, ...Array.from({ length: 120 }, (_, at): Cell[] => [at + 1, `Branch ${at % BRANCHES}`, at * 10])]

/** A task with a tab or a file for each of many values. */
async function startBranches(kind: 'tabs' | 'files') {
  const world = await startHandOut({}, { rows })
  if (kind === 'tabs') return world
  const targets = []
  for (let at = 0; at < BRANCHES; at += 1) {
    const target_ss_id = await world.provider.spreadsheet({})
    targets.push({ value: `Branch ${at}`, target_ss_id, target_sheet_name: '' })
  }
  await world.edit({ targets })
  return world
}

test.each(['tabs', 'files'] as const)('%s take few requests', async (kind) => {
  await using world = await startBranches(kind)
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
  // Drive's earlier answer about the file does not count any more.
  const affected = kind === 'tabs' ? BRANCHES : 1
  expect(changed.reads).toBeLessThanOrEqual(1 + affected + 2)
})

test('targets that Drive reports untouched are not read', async () => {
  await using world = await startBranches('files')
  for (let count = 0; count < 3; count += 1) await world.run()
  await world.cluster.passTime((10 * MINUTE_MS) / 1000)
  expect(await world.run()).toMatchObject({ status: 'Success', reads: 1, writes: 0 })
})

test('a remark beside a row holds its target alone before the row moves away from it', async () => {
  await using world = await startBranches('files')
  await world.run()
  const { targets } = (await world.run()).delivery ?? { targets: [] }
  const [first, second] = targets
  await world.provider.write(first?.target_ss_id ?? '', 'Sheet1!E4', [['Call back']])
  // A row above the one with the remark, and one of another branch.
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
