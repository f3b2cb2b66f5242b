import type { SelectionOutcome } from '#contract/selected-tasks.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import { DELETED, readSelectedTasks, refuseSome } from '#server/tasks/selected-tasks.ts'
import { type QueueDeps, queueWave } from './request.ts'

export interface SelectedRequest {
  taskIds: readonly number[]
  triggeredBy: string
}

/** Queues the active selected tasks without a run in progress, as one wave. */
export async function requestSelected(
  deps: QueueDeps,
  { taskIds, triggeredBy }: SelectedRequest,
): Promise<SelectionOutcome> {
  return await deps.orm.transaction(async (tx) => {
    await lockTaskRows(tx)
    const selected = await readSelectedTasks(tx, taskIds)
    const outcome = refuseSome(taskIds, (id) => {
      const task = selected.get(id)
      if (!task) return DELETED
      if (!task.isActive) return 'Task is inactive. Activate it before running it.'
      return task.isBusy ? 'It is already queued or running.' : undefined
    })
    await queueWave(deps, { tx, which: { taskIds: outcome.done_ids }, triggeredBy })
    return outcome
  })
}
