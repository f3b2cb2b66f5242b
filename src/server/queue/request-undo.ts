import { randomUUID } from 'node:crypto'
import type { Outcome } from '#contract/field.ts'
import type { UndoRequest } from '#domain/runs/undo-request.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { readChangeHistory } from '#server/runs/change-history.ts'
import { queueRuns } from '#server/runs/queue-runs.ts'
import { requireTask, requireWholeTask } from '#server/tasks/read-tasks.ts'
import { type QueueDeps, success, warning } from './request.ts'
import { wakeWorkers } from './wake-workers.ts'

interface UndoOrder {
  taskId: number
  undo: UndoRequest
  triggeredBy: string
}

/**
 * Queues a run that undoes a run and the later ones, also of an inactive task.
 *
 * @throws Refusal 'not_found', or 'conflict' with the reason why the run cannot be undone
 */
export async function requestUndo(deps: QueueDeps, { taskId, undo, triggeredBy }: UndoOrder): Promise<Outcome> {
  const { targetSsId } = await requireWholeTask(deps.orm, taskId)
  const { title } = await requireTask(deps.orm, taskId)
  await readChangeHistory(deps.orm, { taskId, fromRunId: undo.beforeRunId, targetSsId })
  return await deps.orm.transaction(async (tx) => {
    const message = `Queued by ${triggeredBy}: undo back to before run ${undo.beforeRunId}.`
    const wave = { waveId: randomUUID(), triggeredBy, allowShrink: false, undo, message, now: deps.now() }
    const taskIds = await queueRuns(tx, { which: { taskId }, ...wave })
    if (taskIds.length === 0) return warning(`${title} is already queued or running.`)
    const changes = [{ field: 'before_run', before: null, after: String(undo.beforeRunId) }]
    await recordActivity(tx, { taskIds, changes })
    await wakeWorkers(tx)
    return success(`The undo of ${title} is queued.`)
  })
}
