import { holds } from '#contract/hold.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler, sharedHandler } from '#server/http/handler.ts'
import { presentHeldTask } from '#server/http/present/present-hold.ts'
import { listHeldTasks } from '#server/tasks/held-tasks.ts'

/** Handlers for listing held tasks and deciding about them. */
export function holdHandlers({ database: { orm }, queue }: Pick<Context, 'database' | 'queue'>): Handler[] {
  return [
    sharedHandler(holds.list, async () => ({ holds: (await listHeldTasks(orm)).map(presentHeldTask) })),
    handler(holds.accept, ({ body: { ids }, caller }) => queue.acceptHolds({ ids, triggeredBy: caller.email })),
    handler(holds.takeOver, ({ body: { ids }, caller }) => queue.takeOver({ ids, owner: caller.email })),
  ]
}
