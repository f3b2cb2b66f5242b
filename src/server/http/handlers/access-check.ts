import type { AccessCheck } from '#contract/access-check.ts'
import { api } from '#contract/api.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import { countAccessProblems, lastAccessCheckAt } from '#server/tasks/access-problems.ts'

/** Checks whether all active tasks can read and write. */
export function accessCheckHandlers({
  database,
  accessChecker,
}: Pick<Context, 'database' | 'accessChecker'>): Handler[] {
  const { orm } = database
  const present = async (): Promise<AccessCheck> => {
    const { progress } = accessChecker
    const { checked, total } = progress ?? { checked: 0, total: 0 }
    const lastCheckAt = await lastAccessCheckAt(orm)
    return {
      is_checking: progress !== undefined,
      checked,
      total,
      would_fail: await countAccessProblems(orm),
      last_check_at: lastCheckAt?.toISOString() ?? null,
    }
  }
  return [
    handler(api.accessCheck.get, present),
    handler(api.accessCheck.start, async () => {
      await accessChecker.start()
      return present()
    }),
  ]
}
