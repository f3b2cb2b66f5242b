import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { runSync } from '#engine/run-sync.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'

const HEADER: Cell[] = ['Order', 'State']
const OLD: Cell[] = [100, 'open']
/** A row that takes the place of the old row and differs from it only in the first cell. */
const NEW: Cell[] = [200, 'open']

test.each([
  { remark: 'call back', rest: [['', '', 'call back']], what: 'its remark alone goes to the end of the tab' },
  { remark: '', rest: [], what: 'nothing of it stays without a remark' },
])('an undo of a row that took the first place: $what', async ({ remark, rest }) => {
  await using provider = await startTestProvider()
  await using cluster = await startTestCluster()
  const typeId = await cluster.addType({})
  const queue = await cluster.startNode({ sync: runSync, google: provider.google })
  const sourceSsId = await provider.spreadsheet({ rows: [HEADER, OLD], rowCount: 10 })
  const targetSsId = await provider.spreadsheet({ rows: [HEADER], rowCount: 10 })
  const taskId = await cluster.addTask(typeId, { sourceSsId, targetSsId, beside: 'carry', expectUnique: ['Order'] })

  async function ended(start: () => Promise<unknown>): Promise<number> {
    await cluster.setTime(provider.now().toISOString())
    await start()
    await cluster.untilStatus(taskId, 'Success')
    return (await cluster.readRun(taskId)).id
  }
  const run = () => ended(() => queue.runTask({ taskId, triggeredBy: 'jo' }))
  const filledRows = async () =>
    (await provider.read(targetSsId)).slice(1).filter((row) => row.some((cell) => cell !== ''))

  await run()
  await provider.write(targetSsId, 'Sheet1!C2', [['paid late']])
  await provider.write(sourceSsId, 'Sheet1!A2', [NEW, OLD])
  const beforeRunId = await run()
  expect(await filledRows()).toEqual([NEW, [...OLD, 'paid late']])
  await provider.write(targetSsId, 'Sheet1!C2', [[remark]])
  const undo = { beforeRunId, edited: 'leave' as const, editedDigest: '' }
  await ended(() => queue.undo({ taskId, undo, triggeredBy: 'jo' }))
  expect(await filledRows()).toEqual([[...OLD, 'paid late'], ...rest])
})
