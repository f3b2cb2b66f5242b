import { selectedTasks } from '#contract/selected-tasks.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import { removeSelectedTasks } from '#server/tasks/remove-tasks.ts'

/** Handlers for actions on selected tasks. */
export function selectedTaskHandlers({ database: { orm }, queue }: Pick<Context, 'database' | 'queue'>): Handler[] {
  return [
    handler(selectedTasks.execute, ({ body, caller }) =>
      queue.runSelected({ taskIds: body.task_ids, triggeredBy: caller.email }),
    ),
    handler(selectedTasks.stop, ({ body }) => queue.stopSelected(body.task_ids)),
    handler(selectedTasks.remove, ({ body }) => removeSelectedTasks(orm, body.task_ids)),
  ]
}
