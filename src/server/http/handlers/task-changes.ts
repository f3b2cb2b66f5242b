import { taskChanges } from '#contract/task-change.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import { previewRevert, revert } from '#server/tasks/revert.ts'

/** Handlers for reverting changes of a task. */
export function taskChangeHandlers({ database, lenders }: Pick<Context, 'database' | 'lenders'>): Handler[] {
  const { orm } = database
  const buildRequest = (params: { id: number; change: number }, changedBy: string) => ({
    taskId: params.id,
    activityId: params.change,
    changedBy,
    lenders,
  })
  return [
    handler(taskChanges.previewRevert, ({ params, caller }) => previewRevert(orm, buildRequest(params, caller.email))),
    handler(taskChanges.revert, async ({ params, caller }) => ({
      changes: await revert(orm, buildRequest(params, caller.email)),
    })),
  ]
}
