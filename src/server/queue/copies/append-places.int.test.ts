import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowWidth } from '#domain/copy/cell.ts'
import { runSync } from '#engine/run-sync.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'

interface Place {
  targetCell?: string
  targetSheetName?: string
}

/** Appended rows come below all other rows. */
const MOVED_DOWN = 20

test.each<[string, Place, Place]>([
  ['another tab', { targetSheetName: 'Other' }, { targetSheetName: 'Sheet1' }],
  ['other columns', { targetCell: 'F1' }, { targetCell: 'A1' }],
  ['rows below', { targetCell: `A${MOVED_DOWN}` }, { targetCell: 'A1' }],
])(
  'the rows of a run that broke off are taken back by the next one there, after runs in %s',
  async (_what, elsewhere, back) => {
    await using provider = await startTestProvider()
    await using cluster = await startTestCluster()
    const sourceSsId = await provider.spreadsheet({ rows: [['Name'], ['Ann'], ['Bob']] })
    const targetSsId = await provider.spreadsheet({ title: 'Sheet1' }, { title: 'Other' })
    const shape = { mode: 'append' as const, timeColumn: 'At', targetCell: 'A1', targetSheetName: 'Sheet1' }
    const taskId = await cluster.addTask(await cluster.addType(), { sourceSsId, targetSsId, ...shape })
    const queue = await cluster.startNode({ sync: runSync, google: provider.google })
    const run = async (status: 'Success' | 'Error') => {
      await queue.runTask({ taskId, triggeredBy: 'jo' })
      await cluster.untilStatus(taskId, status)
    }
    const edit = (fields: Partial<typeof shape>) => cluster.orm.update(tasks).set(fields).where(eq(tasks.id, taskId))
    const rows = async () => {
      const left = (await provider.read(targetSsId)).slice(0, MOVED_DOWN - 1).map((row) => row.slice(0, 2))
      return left.filter((row) => rowWidth(row) > 0)
    }

    const fails = { answer: 'unavailable', applied: true } as const
    provider.emulator.faults.add({ operation: 'values.batchUpdate', effect: fails, count: 5 })
    await run('Error')
    provider.emulator.faults.clear()
    const left = await rows()
    expect(left.map(([, name]) => name)).toEqual(['Name', 'Ann', 'Bob'])
    await edit(elsewhere)
    await run('Success')
    expect(await rows()).toEqual(left)
    await run('Success')
    const isBelow = elsewhere.targetCell === `A${MOVED_DOWN}`
    const [tab, firstColumn] = [elsewhere.targetSheetName ?? 'Sheet1', elsewhere.targetCell === 'F1' ? 5 : 0]
    const there = (await provider.read(targetSsId, tab)).slice(isBelow ? MOVED_DOWN - 1 : 0)
    expect(there.map((row) => row[firstColumn + 1])).toEqual(['Name', 'Ann', 'Bob', 'Ann', 'Bob'])
    await edit(back)
    await run('Success')
    const taken = await rows()
    expect(taken.map(([, name]) => name)).toEqual(isBelow ? [] : ['Name', 'Ann', 'Bob'])
    if (!isBelow) expect(taken[1]?.[0]).not.toEqual(left[1]?.[0])
  },
)
