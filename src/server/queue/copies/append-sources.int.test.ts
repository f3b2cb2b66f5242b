import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { runSync } from '#engine/run-sync.ts'
import { readTaskLogs } from '#server/task-logs/task-logs.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'

test('rows of several sources are appended below each other, and a source that fails adds none', async () => {
  await using provider = await startTestProvider()
  await using cluster = await startTestCluster()
  const titled = async (title: string, rows: Cell[][]) => {
    const id = await provider.spreadsheet({ rows })
    const requests = [{ updateSpreadsheetProperties: { properties: { title }, fields: 'title' } }]
    await provider.call('POST', `/${id}:batchUpdate`, { requests })
    return id
  }
  const north = await titled('North', [
    ['Order', 'Amount'],
    [1, 10],
    [2, 20],
  ])
  const south = await titled('South', [
    ['Region', 'Order'],
    ['S', 3],
  ])
  const targetSsId = await provider.spreadsheet({})
  const taskId = await cluster.addTask(await cluster.addType(), {
    ...{ sourceSsId: north, moreSources: [{ source_ss_id: south, source_sheet_name: '' }], sourceColumn: 'Branch' },
    ...{ targetSsId, targetCell: 'B2', mode: 'append', timeColumn: 'At', startRow: 2 },
  })
  const queue = await cluster.startNode({ sync: runSync, google: provider.google })
  const run = async (status: 'Success' | 'Warning') => {
    await cluster.setTime(provider.now().toISOString())
    await queue.runTask({ taskId, triggeredBy: 'jo' })
    const ended = await cluster.untilEnded(taskId)
    expect(ended.status).toBe(status)
    return ended
  }
  /** The rows below the empty first one, without the empty first column and the times. */
  const rows = async () => (await provider.read(targetSsId)).slice(1).map(([, , ...cells]) => cells)

  await run('Success')
  const first = [
    ['Branch', 'Order', 'Amount', 'Region'],
    ['North', 1, 10],
    ['North', 2, 20],
    ['South', 3, '', 'S'],
  ]
  expect(await rows()).toEqual(first)
  // Columns keep their place below the header in the target, even if the first source is away.
  await provider.write(south, 'Sheet1!B2', [[4]])
  provider.emulator.faults.add({ spreadsheetId: north, effect: { answer: 'permission_denied' } })
  const second = await run('Warning')
  provider.emulator.faults.clear()
  const alone = [...first, ['South', 4, '', 'S']]
  expect(await rows()).toEqual(alone)
  const lines = await readTaskLogs(cluster.orm, { taskId, afterId: 0 })
  expect(lines.map(({ message }) => message).join('\n')).toContain('"North" adds no rows this time: ')
  await provider.write(north, 'Sheet1!B3', [[25]])
  await run('Success')
  const all = [...alone, ['North', 1, 10], ['North', 2, 25], ['South', 4, '', 'S']]
  expect(await rows()).toEqual(all)
  const times = (await provider.read(targetSsId)).slice(2).map(([, time]) => time)
  expect(new Set(times).size).toBe(3)

  const undo = { beforeRunId: second.id + 1, edited: 'leave' as const, editedDigest: '' }
  await queue.undo({ taskId, undo, triggeredBy: 'jo' })
  await cluster.untilStatus(taskId, 'Success')
  expect(await rows()).toEqual(alone)
})

test.each(['append', 'update'] as const)(
  'with %s, columns without a header stay where the first run put them',
  async (mode) => {
    await using provider = await startTestProvider()
    await using cluster = await startTestCluster()
    const sourceSsId = await provider.spreadsheet({
      rows: [
        ['Order', 'Amount', ''],
        [1, 10, 'north'],
      ],
    })
    const south = await provider.spreadsheet({
      rows: [
        ['Order', ''],
        [2, 'south'],
      ],
    })
    const targetSsId = await provider.spreadsheet({})
    const taskId = await cluster.addTask(await cluster.addType(), {
      ...{ sourceSsId, moreSources: [{ source_ss_id: south, source_sheet_name: '' }], targetSsId, startRow: 1 },
      ...{ mode, timeColumn: mode === 'append' ? 'At' : '', keyColumns: mode === 'update' ? 'Order' : '' },
    })
    const queue = await cluster.startNode({ sync: runSync, google: provider.google })
    for (let runs = 0; runs < 2; runs += 1) {
      await cluster.setTime(provider.now().toISOString())
      await queue.runTask({ taskId, triggeredBy: 'jo' })
      await cluster.untilStatus(taskId, 'Success')
      await provider.write(south, 'Sheet1!B2', [['changed']])
    }
    const rows = (await provider.read(targetSsId)).map((row) => row.slice(mode === 'append' ? 1 : 0))
    const again = [
      [1, 10, 'north'],
      [2, '', '', 'changed'],
    ]
    const appended = [[1, 10, 'north'], [2, '', '', 'south'], ...again]
    expect(rows).toEqual([['Order', 'Amount'], ...(mode === 'append' ? appended : again)])
  },
)
