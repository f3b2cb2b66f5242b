import { tasks } from '#contract/task.ts'
import { taskTypes } from '#contract/task-type.ts'
import type { Context } from '#server/context.ts'
import type { ChangeFeed } from '#server/http/change-feed.ts'
import { type Handler, handler, versionedHandler } from '#server/http/handler.ts'
import { createKeptByTask } from '#server/http/versions/kept-by-task.ts'
import { OF_STATES, untilTasksChange } from '#server/http/versions/task-versions.ts'
import { listCurrentRuns } from '#server/runs/current-runs.ts'
import { isRunAllInProgress } from '#server/runs/queue-runs.ts'
import { allTaskIds } from '#server/tasks/read-tasks.ts'

/** Their current runs; some hundred bytes each. */
const MAX_KEPT_TASKS = 20_000

/** Starting, stopping and watching the runs of a task, of a type, or of all tasks. */
export function taskRunHandlers({
  database,
  queue,
  changeFeed: changes,
}: Pick<Context, 'database' | 'queue'> & { changeFeed: ChangeFeed }): Handler[] {
  const currentRuns = createKeptByTask({
    changes,
    outdatedBy: new Set(['run', 'task']),
    max: MAX_KEPT_TASKS,
    read: async (tx, taskIds) => new Map((await listCurrentRuns(tx, taskIds)).map((run) => [run.taskId, run])),
  })
  return [
    versionedHandler(
      tasks.statusAll,
      {
        dependsOn: OF_STATES,
        freshUntilMs: (all, nowMs) => untilTasksChange(Object.values(all.all_running_status), nowMs),
      },
      () =>
        currentRuns.inSnapshot(database.orm, async (tx, currentRunsOf) => {
          const known = await currentRunsOf(await allTaskIds(tx))
          return {
            all_running_status: Object.fromEntries(await queue.progress(undefined, tx, [...known.values()])),
            all_running: await isRunAllInProgress(tx),
          }
        }),
    ),
    handler(tasks.execute, ({ params, body, caller }) =>
      queue.runTask({ taskId: params.id, triggeredBy: caller.email, allowShrink: body.allow_shrink }),
    ),
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
