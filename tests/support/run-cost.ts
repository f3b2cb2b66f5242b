import { isNull } from 'drizzle-orm'
import { HOUR_MS } from '#domain/time.ts'
import { runs } from '#server/storage/schema.ts'
import { eventually } from './eventually.ts'
import { scriptSync } from './scripted-sync.ts'
import { countStatements } from './statement-counts.ts'
import { startTestCluster } from './test-cluster.ts'

const TASKS = 40

/**
 * Measures the cost of a run without changes on PostgreSQL, from its request to its end. The few statements of Run All
 * are shared among the runs.
 */
export async function runCost({ workers }: { workers: number }): Promise<{ statements: number; transactions: number }> {
  await using cluster = await startTestCluster()
  await cluster.addTasks(await cluster.addType({ allowedConcurrentTasks: TASKS }), TASKS)
  const timing = { sweepMs: HOUR_MS, heartbeatMs: HOUR_MS, reportMs: HOUR_MS }
  const queue = await cluster.startNode({ sync: scriptSync({ isQuick: true }).sync, workers, timing })
  let reads = 0
  const readUnfinished = () => {
    reads += 1
    return cluster.orm.$count(runs, isNull(runs.endedAt))
  }
  const runAll = async () => {
    await queue.runAll({ triggeredBy: 'jo@example.com' })
    await eventually({ what: 'all runs to end', read: readUnfinished, until: (unfinished) => unfinished === 0 })
  }
  // Run once before measuring, because the first run of a task saves more and opens the connections.
  await runAll()
  reads = 0
  using counts = countStatements()
  await runAll()
  return { statements: (counts.statements - reads) / TASKS, transactions: (counts.transactions - reads) / TASKS }
}
