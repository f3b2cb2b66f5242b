import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { runSync } from '#engine/run-sync.ts'
import { saveReadLimits } from '#server/runs/read-limits.ts'
import { readLimits } from '#server/storage/schema.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'

const MAX_CELLS = 20_000
const ROWS: Cell[][] = Array.from({ length: 2_001 }, (_, row) => Array.from({ length: 40 }, (_, at) => row * 100 + at))

test('the size that a source allows is kept for the next run of its task, and doubles with each success', async () => {
  await using provider = await startTestProvider({ config: { isEmbedded: true } })
  await using cluster = await startTestCluster()
  const sourceSsId = await provider.spreadsheet({ rows: ROWS })
  const targetSsId = await provider.spreadsheet({})
  const taskId = await cluster.addTask(await cluster.addType({ maxRetries: 0 }), { sourceSsId, targetSsId })
  const queue = await cluster.startNode({ sync: runSync, google: provider.google })
  provider.emulator.faults.add({ spreadsheetId: sourceSsId, cellsOver: MAX_CELLS, effect: { answer: 'unavailable' } })
  /** Runs the task. Returns the number of refused reads, and the limit stored afterwards. */
  async function run() {
    provider.emulator.requests.clear()
    await queue.runTask({ taskId, triggeredBy: 'jo' })
    await cluster.untilStatus(taskId, 'Success')
    const refused = provider.emulator.requests.entries.filter(({ status }) => status === 503).length
    const [limit, ...others] = await cluster.orm.select().from(readLimits)
    expect(others).toEqual([])
    return { refused, limit }
  }

  const first = await run()
  const { maxCells = 0 } = first.limit ?? {}
  expect(first.limit).toEqual({ taskId, spreadsheetId: sourceSsId, maxCells })
  expect([first.refused > 0, maxCells > MAX_CELLS / 4, maxCells <= MAX_CELLS]).toEqual([true, true, true])
  // The last success doubled the limit. The larger size is tried twice and halved again.
  expect(await run()).toMatchObject({ refused: 0, limit: { maxCells: 2 * maxCells } })
  const third = await run()
  expect(third.limit?.maxCells).toBeLessThanOrEqual(MAX_CELLS)

  const known = { [sourceSsId]: 600_000 }
  await saveReadLimits(cluster.orm, { taskId, known, learned: new Map(), isSuccess: false })
  expect(await cluster.orm.select().from(readLimits)).toEqual([third.limit])
  await saveReadLimits(cluster.orm, { taskId, known, learned: new Map(), isSuccess: true })
  expect(await cluster.orm.select().from(readLimits)).toEqual([])
})
