import { randomUUID } from 'node:crypto'
import { Refusal } from '#contract/errors.ts'
import type { Outcome } from '#contract/field.ts'
import { pluralize } from '#domain/pluralize.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { acceptHolds, findOpenHold } from '#server/runs/holds.ts'
import { type QueueRequest, queueRuns, setPreview } from '#server/runs/queue-runs.ts'
import type { Orm } from '#server/storage/database.ts'
import { requireTaskType } from '#server/task-types/read-task-types.ts'
import { requireTask } from '#server/tasks/read-tasks.ts'
import { wakeWorkers } from './wake-workers.ts'

export interface QueueDeps {
  orm: Orm
  now: () => Date
}

/** The change that Activity shows for an accepted hold. */
export const COPY_ANYWAY = [{ field: 'allow_shrink', before: null, after: 'true' }]

interface TaskRequest {
  taskId: number
  triggeredBy: string
  /** The hold to accept. */
  accept?: number | undefined
  /** Accepts the open hold. If there is none, accepts anything the run finds. */
  allowShrink?: boolean
}

export async function requestTask(
  deps: QueueDeps,
  { taskId, triggeredBy, accept, allowShrink = false }: TaskRequest,
): Promise<Outcome> {
  return await deps.orm.transaction(async (tx) => {
    const { title, isActive } = await requireTask(tx, taskId)
    if (!isActive) return warning('Task is inactive. Activate it before running it.')
    const accepted = accept ?? (allowShrink ? await findOpenHold(tx, taskId) : undefined)
    const confirms = accepted === undefined ? (allowShrink ? 'anything' : undefined) : 'hold'
    const count = await queueWave(deps, { tx, which: { taskId }, triggeredBy, confirms })
    if (accepted !== undefined) await acceptHold(deps, { tx, taskId, holdId: accepted, triggeredBy })
    if (accepted !== undefined && count === 0) await recordActivity(tx, { taskIds: [taskId], changes: COPY_ANYWAY })
    return count > 0 ? success(`${title} is queued.`) : warning(`${title} is already queued or running.`)
  })
}

interface Acceptance {
  tx: Orm
  taskId: number
  holdId: number
  triggeredBy: string
}

/** Accepts a hold for the queued run, or for the next run if one is in progress. @throws Refusal 'conflict' */
async function acceptHold(deps: QueueDeps, { tx, taskId, holdId, triggeredBy }: Acceptance): Promise<void> {
  const [heldId] = await acceptHolds(tx, { ids: [holdId], acceptedBy: triggeredBy, now: deps.now() })
  if (heldId !== taskId)
    throw new Refusal('conflict', 'What held this task has changed, or somebody must take it over. Look at it again.')
}

export async function requestGroup(
  deps: QueueDeps,
  { typeId, triggeredBy }: { typeId: number; triggeredBy: string },
): Promise<Outcome> {
  return await deps.orm.transaction(async (tx) => {
    const { name } = await requireTaskType(tx, typeId)
    const count = await queueWave(deps, { tx, which: { typeId }, subject: `Run Group ${name}`, triggeredBy })
    return count > 0 ? success(`${pluralize(count, 'task')} queued in ${name}.`) : warning(`Nothing to run in ${name}.`)
  })
}

export async function requestAll(deps: QueueDeps, { triggeredBy }: { triggeredBy: string }): Promise<Outcome> {
  return await deps.orm.transaction(async (tx) => {
    const count = await queueWave(deps, { tx, which: { everything: true }, subject: 'Run All', triggeredBy })
    return count > 0 ? success(`${pluralize(count, 'task')} queued.`) : warning('Nothing to run.')
  })
}

interface Wave {
  tx: Orm
  which: QueueRequest['which']
  /** Name of a group of tasks in Activity. */
  subject?: string
  triggeredBy: string
  /** Whether the requester has accepted a hold, or accepts anything the run finds. */
  confirms?: 'hold' | 'anything' | undefined
  previewId?: number
}

/** Queues runs for a request and records the request. @returns how many runs it queued */
export async function queueWave(
  deps: QueueDeps,
  { tx, which, subject, triggeredBy, confirms, previewId }: Wave,
): Promise<number> {
  const message = confirms ? `Queued by ${triggeredBy} (Copy anyway).` : `Queued by ${triggeredBy}.`
  const wave = { waveId: randomUUID(), triggeredBy, allowShrink: confirms === 'anything', message, now: deps.now() }
  const taskIds = await queueRuns(tx, { which, ...wave })
  if (taskIds.length === 0) return 0
  if (previewId !== undefined) await setPreview(tx, { waveId: wave.waveId, previewId })
  const changes = confirms ? COPY_ANYWAY : []
  await recordActivity(tx, { ...(subject !== undefined && { subject }), taskIds, changes })
  await wakeWorkers(tx)
  return taskIds.length
}

export function success(message: string): Outcome {
  return { status: 'success', message }
}

export function warning(message: string): Outcome {
  return { status: 'warning', message }
}
