import { taskVersions } from '#contract/task-version.ts'
import type { Context } from '#server/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import { planPutBack, putBack } from '#server/tasks/put-back.ts'

/** Putting a task back as it was before a change. */
export function taskVersionHandlers({ database, lenders }: Pick<Context, 'database' | 'lenders'>): Handler[] {
  const { orm } = database
  const requestOf = (params: { id: number; change: number }, changedBy: string) => ({
    taskId: params.id,
    activityId: params.change,
    changedBy,
    lenders,
  })
  return [
    handler(taskVersions.planPutBack, ({ params, caller }) => planPutBack(orm, requestOf(params, caller.email))),
    handler(taskVersions.putBack, async ({ params, caller }) => ({
      changes: await putBack(orm, requestOf(params, caller.email)),
    })),
  ]
}
