import { randomUUID } from 'node:crypto'
import type { Outcome } from '#contract/field.ts'
import { countOf } from '#domain/count-of.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { previewedTaskIds } from '#server/preview/previewed-changes.ts'
import { type QueueRequest, queueRuns, setPreview } from '#server/runs/queue-runs.ts'
import type { Orm } from '#server/storage/database.ts'
import { requireTaskType } from '#server/task-types/read-task-types.ts'
import { requireTask } from '#server/tasks/read-tasks.ts'
import { wakeWorkers } from './wake-workers.ts'

export interface QueueDeps {
  orm: Orm
  now: () => Date
}

interface TaskRequest {
  taskId: number
  triggeredBy: string
  allowShrink?: boolean
}

export async function requestTask(
  deps: QueueDeps,
  { taskId, triggeredBy, allowShrink = false }: TaskRequest,
): Promise<Outcome> {
  return await deps.orm.transaction(async (tx) => {
    const { name, isActive } = await requireTask(tx, taskId)
    if (!isActive) return warning('Task is inactive. Activate it before running it.')
    const count = await queueWave(deps, { tx, which: { taskId }, triggeredBy, allowShrink })
    return count > 0 ? success(`'${name}' is queued.`) : warning(`'${name}' is already queued or running.`)
  })
}

export async function requestGroup(
  deps: QueueDeps,
  { typeId, triggeredBy }: { typeId: number; triggeredBy: string },
): Promise<Outcome> {
  return await deps.orm.transaction(async (tx) => {
    const { name } = await requireTaskType(tx, typeId)
    const count = await queueWave(deps, { tx, which: { typeId }, triggeredBy })
    return count > 0 ? success(`${countOf(count, 'task')} queued in ${name}.`) : warning(`Nothing to run in ${name}.`)
  })
}

export async function requestAll(deps: QueueDeps, { triggeredBy }: { triggeredBy: string }): Promise<Outcome> {
  return await deps.orm.transaction(async (tx) => {
    const count = await queueWave(deps, { tx, which: { everything: true }, triggeredBy })
    return count > 0 ? success(`${countOf(count, 'task')} queued.`) : warning('Nothing to run.')
  })
}

/** Queues previewed tasks; each run then compares what it finds with the preview. */
export async function requestPreviewed(
  deps: QueueDeps,
  { previewId, taskIds, triggeredBy }: { previewId: number; taskIds: readonly number[]; triggeredBy: string },
): Promise<Outcome> {
  return await deps.orm.transaction(async (tx) => {
    const included = await previewedTaskIds(tx, { previewId, taskIds })
    const count = await queueWave(deps, { tx, which: { taskIds: included }, triggeredBy, previewId })
    if (count > 0) return success(`${countOf(count, 'task')} queued.`)
    return warning('Nothing to run: these tasks are inactive, or already queued or running.')
  })
}

interface Wave {
  tx: Orm
  which: QueueRequest['which']
  triggeredBy: string
  allowShrink?: boolean
  previewId?: number
}

async function queueWave(
  deps: QueueDeps,
  { tx, which, triggeredBy, allowShrink = false, previewId }: Wave,
): Promise<number> {
  const message = allowShrink ? `Queued by ${triggeredBy} (Copy anyway).` : `Queued by ${triggeredBy}.`
  const wave = { waveId: randomUUID(), triggeredBy, allowShrink, message, now: deps.now() }
  const taskIds = await queueRuns(tx, { which, ...wave })
  if (taskIds.length === 0) return 0
  if (previewId !== undefined) await setPreview(tx, { waveId: wave.waveId, previewId })
  const changes = allowShrink ? [{ field: 'allow_shrink', before: null, after: 'true' }] : []
  await recordActivity(tx, { taskIds, changes })
  await wakeWorkers(tx)
  return taskIds.length
}

export function success(message: string): Outcome {
  return { status: 'success', message }
}

export function warning(message: string): Outcome {
  return { status: 'warning', message }
}
