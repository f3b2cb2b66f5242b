import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { shareNode } from '#tests/support/shared-node.ts'
import type { startTestCluster } from '#tests/support/test-cluster.ts'

const node = shareNode()

type Fields = NonNullable<Parameters<Awaited<ReturnType<typeof startTestCluster>>['addTask']>[1]>

/** A task between two spreadsheets. Each step waits until its run or undo has ended. */
async function openTask(rows: Cell[][], fields: Fields) {
  const { provider, cluster, queue } = node()
  const sourceSsId = await provider.spreadsheet({ rows })
  const targetSsId = await provider.spreadsheet({ rowCount: 100 })
  const taskId = await cluster.addTask(await cluster.addType(), { sourceSsId, targetSsId, startRow: 1, ...fields })
  const toEnd = async (start: () => Promise<unknown>, status: 'Success' | 'Warning'): Promise<number> => {
    await cluster.setTime(provider.now().toISOString())
    await start()
    await cluster.untilStatus(taskId, status)
    return (await cluster.readRun(taskId)).id
  }
  return {
    run: (status: 'Success' | 'Warning' = 'Success') =>
      toEnd(() => queue.runTask({ taskId, triggeredBy: 'jo' }), status),
    undo: (beforeRunId: number) => {
      const undo = { beforeRunId, edited: 'leave' as const, editedDigest: '' }
      return toEnd(() => queue.undo({ taskId, undo, triggeredBy: 'jo' }), 'Success')
    },
    edit: (changed: Fields) => cluster.orm.update(tasks).set(changed).where(eq(tasks.id, taskId)),
    clearSource: (range: string) => provider.call('POST', `/${sourceSsId}/values/${range}:clear`, {}),
    target: () => provider.read(targetSsId),
  }
}

test('rows of an append whose undo was undone are not taken back by the next run', async () => {
  const task = await openTask([['Name'], ['Ann']], { mode: 'append', timeColumn: 'At' })
  await task.run()
  const second = await task.run()
  const both = await task.target()
  const undo = await task.undo(second)
  expect(await task.target()).toEqual(both.slice(0, 2))
  const again = await task.undo(undo)
  expect(await task.target()).toEqual(both)
  await task.run()
  expect((await task.target()).slice(0, 3)).toEqual(both)
  expect(await task.target()).toHaveLength(4)
  // Return to the state in which the rows were undone.
  await task.undo(again)
  await task.run()
  expect((await task.target()).slice(0, 2)).toEqual(both.slice(0, 2))
  expect(await task.target()).toHaveLength(3)
})

test('after the undo of an undo, rows that vanish from the source hold the run', async () => {
  const rows = Array.from({ length: 60 }, (_, at): Cell[] => [`n ${at}`])
  const task = await openTask([['Name'], ...rows], {})
  await task.undo(await task.undo(await task.run()))
  expect(await task.target()).toHaveLength(61)
  await task.clearSource('A12:A99')
  await task.run('Warning')
  expect(await task.target()).toHaveLength(61)
})

test('after the undo of an undo, columns that are left out are cleared', async () => {
  const rows: Cell[][] = [
    ['Name', 'Amount'],
    ['Ann', 1],
  ]
  const task = await openTask(rows, { columns: 'Amount, Name' })
  await task.undo(await task.undo(await task.run()))
  await task.edit({ columns: 'Name' })
  await task.run()
  expect(await task.target()).toEqual([['Name'], ['Ann']])
})
