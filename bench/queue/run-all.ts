import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { isNull, sql } from 'drizzle-orm'
import type { Queue } from '#server/queue/queue.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'
import type { startTestCluster } from '#tests/support/test-cluster.ts'

/** The app's own times; tests use shorter ones. */
export const APP_TIMING = { leaseMs: 20_000, heartbeatMs: 5_000, sweepMs: 5_000, reportMs: 500 }

const POLL_INTERVAL_MS = 50
const TIMEOUT_MS = 30 * 60_000

type Cluster = Awaited<ReturnType<typeof startTestCluster>>

/** Adds tasks of a single type, which does not limit concurrent runs below the number of workers. */
export async function addTasks(cluster: Cluster, count: number): Promise<void> {
  const typeId = await cluster.addType({ allowedConcurrentTasks: count })
  await cluster.orm.execute(sql`
    insert into ${tasks} (task_type_id, name, source_ss_id, target_ss_id, source_sheet_name, target_sheet_name,
      scheduled_times, relevant_user_accounts, chunk_size, start_row, position, is_active, created_by)
    select ${typeId}, 'Task ' || number, 'source-' || number, 'target-' || number, '', '', '[]', '', 1000, 2, number, true, 'jo'
    from generate_series(1, ${count}::int) number`)
}

/** Queues all tasks, and returns the seconds until the last task has run. */
export async function timeRunAll(cluster: Cluster, queue: Queue): Promise<number> {
  await queue.runAll({ triggeredBy: 'bench' })
  const startedAt = performance.now()
  while (await hasOpenRun(cluster)) {
    if (secondsSince(startedAt) * 1000 > TIMEOUT_MS) throw new Error('Timed out: some runs are still open')
    await delay(POLL_INTERVAL_MS)
  }
  return secondsSince(startedAt)
}

/** Whether any run is open. Counting all runs would cost the server more than running some. */
async function hasOpenRun({ orm }: Cluster): Promise<boolean> {
  const open = await orm.select({ id: runs.id }).from(runs).where(isNull(runs.endedAt)).limit(1)
  return open.length > 0
}

/** Starts nodes with empty copies, each in a separate process. */
export async function startNodes(databaseUrl: string, { nodes, workers }: { nodes: number; workers: number }) {
  const processes = await Promise.all(
    Array.from({ length: nodes }, async () => {
      const node = fork(`${import.meta.dirname}/node.ts`, [databaseUrl, String(workers)])
      await once(node, 'message')
      return node
    }),
  )
  return {
    pids: processes.map(({ pid = 0 }) => pid),
    async [Symbol.asyncDispose]() {
      await Promise.all(
        processes.map(async (node) => {
          node.disconnect()
          await once(node, 'exit')
        }),
      )
    },
  }
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000
}
