import { SECOND_MS } from '#domain/time.ts'
import { eventually } from './eventually.ts'
import type { startTestCluster } from './test-cluster.ts'

interface Passing {
  taskId: number
  /** Called before the clock moves past a wait. */
  onWait?: () => Promise<unknown>
}

/**
 * Waits for the end of a task's current run, and returns the run. Moves the clock past each wait for late writes, so the lease
 * of the node must be longer than the wait.
 */
export async function passLateWrites(
  cluster: Awaited<ReturnType<typeof startTestCluster>>,
  { taskId, onWait }: Passing,
) {
  return await eventually({
    what: `the run of task ${taskId} to end`,
    async read() {
      const run = await cluster.readRun(taskId)
      const waitMs = run.recheckAt ? run.recheckAt.getTime() - cluster.now().getTime() : 0
      if (waitMs > 0) {
        await onWait?.()
        await cluster.passTime(waitMs / SECOND_MS + 1)
      }
      return run
    },
    until: ({ endedAt }) => endedAt !== null,
    details: () => cluster.readLog(taskId),
  })
}
