import { tasks } from '#contract/task.ts'
import { taskTypes } from '#contract/task-type.ts'
import type { Context } from '#server/context.ts'
import { type Answer, answer } from '#server/http/handler.ts'
import { isRunAllGoing } from '#server/runs/queue-runs.ts'

/** Starting, stopping and watching runs: of a task, of a type, of everything. */
export function taskRunAnswers({ database, queue }: Pick<Context, 'database' | 'queue'>): Answer[] {
  return [
    answer(tasks.statusAll, async () => ({
      all_running_status: Object.fromEntries(await queue.progress()),
      all_running: await isRunAllGoing(database.orm),
    })),
    answer(tasks.execute, ({ params, body, caller }) =>
      queue.runTask({ taskId: params.id, triggeredBy: caller.email, allowShrink: body.allow_shrink }),
    ),
    answer(tasks.stop, ({ params }) => queue.stopTask(params.id)),
    answer(tasks.executeAll, ({ caller }) => queue.runAll({ triggeredBy: caller.email })),
    answer(tasks.stopAll, () => queue.stopAll()),
    answer(tasks.resetRunningStatus, async () => ({ reset_count: await queue.resetRunningStatus() })),
    answer(taskTypes.runGroup, ({ params, caller }) =>
      queue.runGroup({ typeId: params.id, triggeredBy: caller.email }),
    ),
    answer(taskTypes.stopGroup, ({ params }) => queue.stopGroup(params.id)),
  ]
}
