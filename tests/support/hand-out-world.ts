import { eq } from 'drizzle-orm'
import type { Cell } from '#domain/copy/cell.ts'
import { runSync } from '#engine/run-sync.ts'
import type { Google } from '#server/google/google.ts'
import type { Queue } from '#server/queue/queue.ts'
import { tasks, type taskTypes } from '#server/storage/live-tables.ts'
import { readTaskLogs } from '#server/task-logs/task-logs.ts'
import { startTestCluster } from './test-cluster.ts'
import { startTestProvider, type TestProvider } from './test-provider.ts'

/** A header, two rows for North, and a row each for South and East. */
export const ORDERS: Cell[][] = [
  ['Order', 'Branch', 'Amount'],
  [1, 'North', 10],
  [2, 'South', 20.5],
  [3, 'north ', 30],
  [4, 'East', 40],
]

export interface SourceAndType {
  /** Rows of the source. */
  rows?: Cell[][]
  type?: Partial<typeof taskTypes.$inferInsert>
}

interface HandOutWorld extends SourceAndType {
  /** Wraps the node's access to spreadsheets. */
  wrapGoogle?: (google: Google) => Google
}

interface HandOutNode {
  provider: TestProvider
  cluster: Awaited<ReturnType<typeof startTestCluster>>
  queue: Queue
}

/** Starts a provider and a node, with a task that hands out a spreadsheet's orders by their branch. */
export async function startHandOut(
  fields: Partial<typeof tasks.$inferInsert> = {},
  { wrapGoogle = (google) => google, ...options }: HandOutWorld = {},
) {
  const stack = new AsyncDisposableStack()
  const provider = stack.use(await startTestProvider())
  const cluster = stack.use(await startTestCluster())
  const queue = await cluster.startNode({ sync: runSync, google: wrapGoogle(provider.google) })
  const world = await openHandOut({ provider, cluster, queue }, fields, options)
  return { ...world, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Adds a task that hands out the orders of a spreadsheet by branch. */
export async function openHandOut(
  { provider, cluster, queue }: HandOutNode,
  fields: Partial<typeof tasks.$inferInsert>,
  { rows = ORDERS, type = {} }: SourceAndType,
) {
  const sourceSsId = await provider.spreadsheet({ title: 'Orders', rows, rowCount: rows.length + 50 })
  const targetSsId = await provider.spreadsheet({ title: 'Cover' })
  const task = { sourceSsId, targetSsId, startRow: 1, splitBy: 'Branch', ...fields }
  const taskId = await cluster.addTask(await cluster.addType(type), task)

  async function run(accept: { allowShrink?: boolean } = {}) {
    await cluster.setTime(provider.now().toISOString())
    await queue.runTask({ taskId, triggeredBy: 'jo', ...accept })
    return await waitForEnd()
  }

  /** Undoes a run and the later runs, in one target or in all of them. */
  async function undo(beforeRunId: number, chosen: { value?: string } = {}) {
    await cluster.setTime(provider.now().toISOString())
    const request = { beforeRunId, edited: 'leave' as const, editedDigest: null, ...chosen }
    await queue.undo({ taskId, undo: request, triggeredBy: 'jo' })
    return await waitForEnd()
  }

  async function waitForEnd() {
    const ended = await cluster.untilEnded(taskId)
    const lines = (await readTaskLogs(cluster.orm, { taskId })).filter(({ runId }) => runId === ended.id)
    return { ...ended, log: lines.map(({ level, message }) => `${level} ${message}`).join('\n') }
  }
  return {
    edit: (change: Partial<typeof tasks.$inferInsert>) =>
      cluster.orm.update(tasks).set(change).where(eq(tasks.id, taskId)),
    ...{ provider, cluster, queue, sourceSsId, targetSsId, taskId, run, undo },
    tab: (title: string, id = targetSsId) => provider.read(id, title),
    setRows: (range: string, values: Cell[][]) => provider.write(sourceSsId, `Orders!${range}`, values),
  }
}
