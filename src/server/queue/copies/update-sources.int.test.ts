import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { readTaskLogs } from '#server/task-logs/task-logs.ts'
import { shareNode } from '#tests/support/shared-node.ts'

const node = shareNode()

const NORTH: Cell[][] = [
  ['Order', 'Amount'],
  [1, 10],
  [2, 20],
]
const SOUTH: Cell[][] = [
  ['Region', 'Order'],
  ['S', 3],
]
const HEADER = ['Order', 'Amount', 'Region', 'Notes']

async function startTwoSources(fields: { missingRows: 'keep' | 'clear'; sourceColumn?: string; keyColumns?: string }) {
  const { provider, cluster, queue } = node()
  const titled = async (title: string, rows: Cell[][]) => {
    const id = await provider.spreadsheet({ rows })
    const requests = [{ updateSpreadsheetProperties: { properties: { title }, fields: 'title' } }]
    await provider.call('POST', `/${id}:batchUpdate`, { requests })
    return id
  }
  const [north, south] = [await titled('North', NORTH), await titled('South', SOUTH)]
  const rows = fields.sourceColumn ? [] : [HEADER, [9, 90], [3, '', '', 'three']]
  const targetSsId = await provider.spreadsheet({ rows })
  const taskId = await cluster.addTask(await cluster.addType(), {
    ...{ sourceSsId: north, moreSources: [{ source_ss_id: south, source_sheet_name: '' }], targetSsId },
    ...{ mode: 'update', keyColumns: 'Order', startRow: 1, ...fields },
  })
  return {
    provider,
    north,
    south,
    async run(status: 'Success' | 'Warning', { allowShrink = false } = {}) {
      await cluster.setTime(provider.now().toISOString())
      await queue.runTask({ taskId, triggeredBy: 'jo@example.com', allowShrink })
      await cluster.untilStatus(taskId, status)
      return await cluster.readRun(taskId)
    },
    async undoAfter({ id }: { id: number }) {
      const undo = { beforeRunId: id + 1, edited: 'leave' as const, editedDigest: '' }
      await queue.undo({ taskId, undo, triggeredBy: 'jo@example.com' })
      await cluster.untilStatus(taskId, 'Success')
    },
    target: async () => await provider.read(targetSsId),
    /** Reads the filled rows, sorted because their order does not matter. */
    rows: async () => (await provider.read(targetSsId)).filter((row) => row.length > 0).toSorted(),
    sort: async () => {
      const [header = [], ...data] = await provider.read(targetSsId)
      const sorted = data.toReversed().map((row) => header.map((_, at) => row[at] ?? ''))
      await provider.write(targetSsId, 'Sheet1!A2', sorted)
    },
    log: async () => (await readTaskLogs(cluster.orm, { taskId })).map(({ message }) => message).join('\n'),
  }
}

test('rows of several sources are updated by key, and a source that fails keeps its rows and its columns', async () => {
  const world = await startTwoSources({ missingRows: 'clear' })
  const { provider, north, south } = world
  const first = await world.run('Success', { allowShrink: true })
  expect(await world.target()).toEqual([HEADER, [], [3, '', 'S', 'three'], [1, 10], [2, 20]])

  await world.sort()
  await provider.write(south, 'Sheet1!A2', [
    ['South', 3],
    ['S', 4],
  ])
  provider.emulator.faults.add({ spreadsheetId: north, effect: { answer: 'permission_denied' } })
  const second = await world.run('Warning')
  provider.emulator.faults.clear()
  expect(await world.log()).toContain('"North" keeps its 2 rows of the last copy: ')
  const alone = [HEADER, [2, 20], [1, 10], [3, '', 'South', 'three'], [4, '', 'S']]
  expect(await world.target()).toEqual(alone)

  await world.sort()
  await provider.write(north, 'Sheet1!A2', [[1, 11]])
  await world.run('Success')
  const changed = alone.map((row) => (row[0] === 1 ? [1, 11] : row))
  expect(await world.rows()).toEqual(changed.toSorted())
  await world.undoAfter(second)
  expect(await world.rows()).toEqual(alone.toSorted())
  await world.undoAfter({ id: first.id - 1 })
  expect(await world.rows()).toEqual([HEADER, [9, 90], [3, '', '', 'three']].toSorted())
})

test('a key that two sources have holds the run, which names its cells, unless the source is part of the key', async () => {
  const world = await startTwoSources({ missingRows: 'keep', sourceColumn: 'Branch' })
  const { provider, south } = world
  await provider.write(south, 'Sheet1!B2', [[2]])
  await world.run('Warning')
  expect(await world.log()).toContain(
    'In the sources, 2 rows have a key that others have too: A3 of "North", B2 of "South".',
  )
  expect(await world.target()).toEqual([])

  const other = await startTwoSources({
    missingRows: 'keep',
    sourceColumn: 'Branch',
    keyColumns: 'Branch, Order',
  })
  await other.provider.write(other.south, 'Sheet1!B2', [[2]])
  await other.run('Success')
  await other.sort()
  await other.provider.write(other.south, 'Sheet1!A2', [['South']])
  await other.run('Success')
  expect(await other.target()).toEqual([
    ['Branch', 'Order', 'Amount', 'Region'],
    ['South', 2, '', 'South'],
    ['North', 2, 20],
    ['North', 1, 10],
  ])
})
