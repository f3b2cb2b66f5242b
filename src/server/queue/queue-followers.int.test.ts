import { expect, test } from 'vitest'
import { runSync } from '#engine/run-sync.ts'
import { removeTask } from '#server/tasks/remove-tasks.ts'
import { type ScriptedCopy, scriptSync, syncFailure } from '#tests/support/scripted-sync.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'

const jo = 'jo@example.com'
const sheets = { sourceSheetName: 'Sheet1', targetSheetName: 'Sheet1' }
const copies = (sourceSsId: string, targetSsId: string) => ({ sourceSsId, targetSsId, ...sheets })

/** Adds a task and its follower. The test ends their copies. */
async function addPair(cluster: Awaited<ReturnType<typeof startTestCluster>>) {
  const script = scriptSync()
  const typeId = await cluster.addType({ afterSource: true, allowedConcurrentTasks: 3 })
  const first = await cluster.addTask(typeId, copies('a', 'b'))
  const second = await cluster.addTask(typeId, copies('b', 'c'))
  return { script, first, second, queue: await cluster.startNode({ sync: script.sync }) }
}

test('a chain of three copies is fresh after one run of the first, in one wave', async () => {
  await using provider = await startTestProvider()
  await using cluster = await startTestCluster()
  const typeId = await cluster.addType({ afterSource: true, name: 'Chain' })
  const rows = [['Code'], ['a'], ['b']]
  const [a, b, c, d] = [
    await provider.spreadsheet({ rows }),
    await provider.spreadsheet({}),
    await provider.spreadsheet({}),
    await provider.spreadsheet({}),
  ]
  const first = await cluster.addTask(typeId, { ...copies(a, b), name: 'First', startRow: 1 })
  const third = await cluster.addTask(typeId, { ...copies(c, d), name: 'Third', startRow: 1 })
  const second = await cluster.addTask(typeId, { ...copies(b, c), name: 'Second', startRow: 1 })
  const other = await cluster.addTask(typeId, { ...copies(b, 'other'), name: 'Other', afterSource: false })
  const queue = await cluster.startNode({ sync: runSync, google: provider.google })
  await queue.runTask({ taskId: first, triggeredBy: jo })
  await cluster.untilStatus(third, 'Success')
  expect(await provider.read(d)).toEqual(rows)
  expect(await cluster.readLog(third)).toContain('INFO Queued because Second (Chain) copied to its source.')
  const { waveId } = await cluster.readRun(first)
  expect(await cluster.readRun(second)).toMatchObject({ waveId, triggeredBy: jo })
  expect(await cluster.readRun(third)).toMatchObject({ waveId, triggeredBy: jo })
  expect(await cluster.readStatus(other)).toBe('Pending')
})

test('in Run All, a task waits for what fills its source, and says so', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const typeId = await cluster.addType({ afterSource: true, allowedConcurrentTasks: 3 })
  const last = await cluster.addTask(typeId, copies('b', 'c'))
  await cluster.addTask(typeId, { ...copies('a', 'b'), name: 'Ledger' })
  const queue = await cluster.startNode({ sync: script.sync })
  await queue.runAll({ triggeredBy: jo })
  const filling = await script.nth(1)
  expect(filling.job.source.id).toBe('a')
  const waiting = (await queue.progress([last])).get(last)
  expect(waiting).toMatchObject({
    task_status: 'Queued',
    waiting_for: "Waiting for 'Ledger', which copies to its source",
  })
  filling.end()
  const copy = await script.nth(2)
  expect(copy.job.source.id).toBe('b')
  copy.end()
  await cluster.untilStatus(last, 'Success')
  expect(script.begun).toHaveLength(2)
})

test('a task with several sources runs once all of them that the wave copies are copied', async () => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const typeId = await cluster.addType({ allowedConcurrentTasks: 3 })
  const fillers = [await cluster.addTask(typeId, copies('a', 'b')), await cluster.addTask(typeId, copies('x', 'y'))]
  const moreSources = [{ source_ss_id: 'y', source_sheet_name: 'sheet1' }]
  const union = await cluster.addTask(typeId, { ...copies('b', 'c'), moreSources, afterSource: true })
  const queue = await cluster.startNode({ sync: script.sync })
  await queue.runSelected({ taskIds: fillers, triggeredBy: jo })
  const other = await script.nth(2)
  script.begun[0]?.end()
  await cluster.untilStatus(union, 'Queued')
  expect(script.begun).toHaveLength(2)
  other.end()
  const copy = await script.nth(3)
  copy.end()
  await cluster.untilStatus(union, 'Success')
  // The second source alone also starts the task.
  await queue.runTask({ taskId: fillers[1] ?? 0, triggeredBy: jo })
  ;(await script.nth(4)).end()
  expect((await script.nth(5)).job.target.id).toBe('c')
  script.begun[4]?.end()
})

test('a task whose source was copied while it read runs once more', async () => {
  await using cluster = await startTestCluster()
  const { script, first, second, queue } = await addPair(cluster)
  await queue.runTask({ taskId: second, triggeredBy: jo })
  const early = await script.nth(1)
  await queue.runTask({ taskId: first, triggeredBy: jo })
  const filling = await script.nth(2)
  filling.end()
  await cluster.untilStatus(first, 'Success')
  early.end()
  const again = await script.nth(3)
  expect(again.job.source.id).toBe('b')
  again.end()
  await cluster.untilStatus(second, 'Success')
  expect(await cluster.readRun(second)).toMatchObject({ waveId: (await cluster.readRun(first)).waveId })
  expect(await cluster.readLog(second)).toContain('INFO Queued because its source was copied during the last run.')
})

test.each([
  { what: 'inactive', followers: { isActive: false } },
  { what: 'deleted', deletes: true },
  { what: 'held', holds: true },
])('a task that is $what does not run after its source', async ({ followers = {}, deletes, holds }) => {
  await using cluster = await startTestCluster()
  const script = scriptSync()
  const typeId = await cluster.addType({ afterSource: true, allowedConcurrentTasks: 3 })
  const first = await cluster.addTask(typeId, copies('a', 'b'))
  const second = await cluster.addTask(typeId, { ...copies('b', 'c'), ...followers })
  const third = await cluster.addTask(typeId, copies('b', 'd'))
  const queue = await cluster.startNode({ sync: script.sync })
  if (holds) {
    await queue.runTask({ taskId: second, triggeredBy: jo })
    const held = await script.nth(1)
    held.end({ kind: 'held', holds: [{ cause: 'source_empty' }], rows: 0 })
    await cluster.untilStatus(second, 'Warning')
  }
  if (deletes) await removeTask(cluster.orm, second)
  const begun = script.begun.length
  await queue.runTask({ taskId: first, triggeredBy: jo })
  const copy = await script.nth(begun + 1)
  copy.end()
  const next = await script.nth(begun + 2)
  next.end()
  await cluster.untilStatus(third, 'Success')
  expect(next.job.target.id).toBe('d')
  expect(script.begun).toHaveLength(begun + 2)
})

test('what fails, ends in Warning or is stopped starts no other task', async () => {
  await using cluster = await startTestCluster()
  const { script, first, second, queue } = await addPair(cluster)
  const ends = [
    ['Warning', (copy: ScriptedCopy) => copy.end({ refusedCells: 1 })],
    ['Error', (copy: ScriptedCopy) => copy.fail(syncFailure('not_found'))],
    ['Stopped', () => queue.stopTask(first)],
  ] as const
  for (const [index, [status, end]] of ends.entries()) {
    await queue.runTask({ taskId: first, triggeredBy: jo })
    void end(await script.nth(index + 1))
    await cluster.untilStatus(first, status)
  }
  expect(await cluster.readStatus(second)).toBe('Pending')
})
