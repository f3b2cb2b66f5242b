import type { Outcome } from '#contract/field.ts'
import { pluralize } from '#domain/pluralize.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { previewedTasks } from '#server/preview/previewed-changes.ts'
import { acceptHolds, keepHold, tasksHeldBy } from '#server/runs/holds.ts'
import { COPY_ANYWAY, type QueueDeps, queueWave, success, warning } from './request.ts'

export interface PreviewedRequest {
  previewId: number
  taskIds: readonly number[]
  /** Accepts the holds that the preview lists. */
  copyAnyway?: boolean
  triggeredBy: string
}

/** Queues previewed tasks. Each run compares its findings with the preview. */
export async function requestPreviewed(
  deps: QueueDeps,
  { previewId, taskIds, copyAnyway = false, triggeredBy }: PreviewedRequest,
): Promise<Outcome> {
  return await deps.orm.transaction(async (tx) => {
    const previewed = await previewedTasks(tx, { previewId, taskIds })
    const included = previewed.map(({ taskId }) => taskId)
    const confirms = copyAnyway ? 'hold' : undefined
    const count = await queueWave(deps, { tx, which: { taskIds: included }, triggeredBy, confirms, previewId })
    const now = deps.now()
    const ids: number[] = []
    for (const { taskId, holds } of copyAnyway ? previewed : []) {
      if (holds && holds.length > 0) ids.push((await keepHold(tx, { taskId, found: holds, now })).id)
    }
    if (ids.length > 0) await acceptHolds(tx, { ids, acceptedBy: triggeredBy, now })
    if (count > 0) return success(`${pluralize(count, 'task')} queued.`)
    return warning('Nothing to run: these tasks are inactive, or already queued or running.')
  })
}

/** Accepts holds and queues their tasks. If a task is inactive or has a run in progress, its next run uses the acceptance. */
export async function requestAccepted(
  deps: QueueDeps,
  { ids, triggeredBy }: { ids: readonly number[]; triggeredBy: string },
): Promise<Outcome> {
  return await deps.orm.transaction(async (tx) => {
    const taskIds = await tasksHeldBy(tx, ids)
    const count = await queueWave(deps, { tx, which: { taskIds }, triggeredBy, confirms: 'hold' })
    const accepted = await acceptHolds(tx, { ids, acceptedBy: triggeredBy, now: deps.now() })
    if (accepted.length === 0) return warning('What held these tasks has changed. Look at them again.')
    if (count === 0) await recordActivity(tx, { taskIds: accepted, changes: COPY_ANYWAY })
    const queued = count > 0 ? `${pluralize(count, 'task')} queued.` : 'Accepted for the next run.'
    const changed = ids.length - accepted.length
    if (changed === 0) return success(queued)
    return warning(`${queued} What held ${changed === 1 ? '1 other' : `${changed} others`} has changed: look again.`)
  })
}
