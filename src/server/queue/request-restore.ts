import { randomUUID } from 'node:crypto'
import type { Outcome } from '#contract/field.ts'
import type { RestoreRequest } from '#domain/runs/restore-request.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { readChangeHistory } from '#server/runs/change-history.ts'
import { queueRuns } from '#server/runs/queue-runs.ts'
import { requireWholeTask } from '#server/tasks/read-tasks.ts'
import { type QueueDeps, success, warning } from './request.ts'
import { wakeWorkers } from './wake-workers.ts'

interface Restore {
  taskId: number
  restore: RestoreRequest
  triggeredBy: string
}

/**
 * Queues a run that puts back what a run and the later ones changed, also of an inactive task.
 *
 * @throws Refusal 'not_found', or 'conflict' with the reason why the run cannot be undone
 */
export async function requestRestore(deps: QueueDeps, { taskId, restore, triggeredBy }: Restore): Promise<Outcome> {
  const { name, targetSsId } = await requireWholeTask(deps.orm, taskId)
  await readChangeHistory(deps.orm, { taskId, fromRunId: restore.beforeRunId, targetSsId })
  return await deps.orm.transaction(async (tx) => {
    const message = `Queued by ${triggeredBy}: restore as before run ${restore.beforeRunId}.`
    const wave = { waveId: randomUUID(), triggeredBy, allowShrink: false, restore, message, now: deps.now() }
    const taskIds = await queueRuns(tx, { which: { taskId }, ...wave })
    if (taskIds.length === 0) return warning(`'${name}' is already queued or running.`)
    const changes = [{ field: 'before_run', before: null, after: String(restore.beforeRunId) }]
    await recordActivity(tx, { taskIds, changes })
    await wakeWorkers(tx)
    return success(`The restore of '${name}' is queued.`)
  })
}
