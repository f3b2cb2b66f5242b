import { holds } from '#contract/hold.ts'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { requireScope } from '#server/http/caller.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler, sharedHandler } from '#server/http/handler.ts'
import { isRunAllInProgress } from '#server/runs/queue-runs.ts'
import { inSnapshot } from '#server/storage/database.ts'

/** Handlers for starting, stopping and watching the runs of a task, of a type, or of all tasks. */
export function taskRunHandlers({ database, queue }: Pick<Context, 'database' | 'queue'>): Handler[] {
  return [
    sharedHandler(tasks.statusAll, () =>
      inSnapshot(database.orm, async (tx) => ({
        all_running_status: Object.fromEntries(await queue.progress(undefined, tx)),
        all_running: await isRunAllInProgress(tx),
      })),
    ),
    handler(tasks.execute, ({ params, body: { accept, allow_shrink: allowShrink }, caller }) => {
      if (accept !== undefined || allowShrink) requireScope(holds.accept, caller)
      return queue.runTask({ taskId: params.id, triggeredBy: caller.email, accept, allowShrink })
    }),
    handler(tasks.stop, ({ params }) => queue.stopTask(params.id)),
    handler(tasks.executeAll, ({ caller }) => queue.runAll({ triggeredBy: caller.email })),
    handler(tasks.stopAll, () => queue.stopAll()),
    handler(tasks.resetRunningStatus, async () => ({ reset_count: await queue.resetRunningStatus() })),
    handler(taskTypes.runGroup, ({ params, caller }) =>
      queue.runGroup({ typeId: params.id, triggeredBy: caller.email }),
    ),
    handler(taskTypes.stopGroup, ({ params }) => queue.stopGroup(params.id)),
  ]
}
