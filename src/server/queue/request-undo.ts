import { randomUUID } from 'node:crypto'
import { Refusal } from '#contract/errors.ts'
import type { Outcome } from '#contract/field.ts'
import type { FieldChange } from '#contract/field-change.ts'
import type { SelectionOutcome } from '#contract/selected-tasks.ts'
import { pluralize } from '#domain/pluralize.ts'
import type { UndoRequest } from '#domain/runs/undo-request.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { queueRuns } from '#server/runs/queue-runs.ts'
import type { Orm } from '#server/storage/database.ts'
import { requireTask } from '#server/tasks/read-tasks.ts'
import { refuseSome } from '#server/tasks/selected-tasks.ts'
import { type QueueDeps, success, warning } from './request.ts'
import { findUndoRefusal, requireUndoable } from './undoable-run.ts'
import { wakeWorkers } from './wake-workers.ts'

interface UndoDeps extends QueueDeps {
  allowedEmails: readonly string[]
}

interface UndoOrder {
  taskId: number
  undo: UndoRequest
}

/**
 * Queues an undo of a run and all later runs of its task, which may be inactive.
 *
 * @throws Refusal 'not_found', or 'conflict' with the reason why the run cannot be undone
 */
export async function requestUndo(
  deps: UndoDeps,
  { taskId, undo, triggeredBy }: UndoOrder & { triggeredBy: string },
): Promise<Outcome> {
  const { beforeRunId: runId, value, edited } = undo
  const { targets } = await requireUndoable(deps.orm, { taskId, runId, value, allowedEmails: deps.allowedEmails })
  if (targets && value === undefined && edited === 'overwrite')
    throw new Refusal(
      'conflict',
      'An undo of all targets keeps edited cells. To overwrite them, undo one target and see its edits first.',
    )
  const { title } = await requireTask(deps.orm, taskId)
  const queued = await queueUndos(deps, { undos: [{ taskId, undo }], triggeredBy })
  return queued.size === 0
    ? warning(`${title} is already queued or running.`)
    : success(`The undo of ${title} is queued.`)
}

/** Queues undos of several tasks as one wave. Cells that people have edited since keep their edits. */
export async function requestUndos(
  deps: UndoDeps,
  { runs, triggeredBy }: { runs: readonly { taskId: number; runId: number }[]; triggeredBy: string },
): Promise<SelectionOutcome> {
  const reasons = new Map<number, string | undefined>()
  for (const run of runs) {
    reasons.set(run.taskId, await findUndoRefusal(deps.orm, { ...run, allowedEmails: deps.allowedEmails }))
  }
  const undos = runs
    .filter(({ taskId }) => reasons.get(taskId) === undefined)
    .map(({ taskId, runId }): UndoOrder => {
      return { taskId, undo: { beforeRunId: runId, edited: 'leave', editedDigest: null } }
    })
  const queued = await queueUndos(deps, { undos, triggeredBy })
  return refuseSome(
    runs.map(({ taskId }) => taskId),
    (id) => reasons.get(id) ?? (queued.has(id) ? undefined : 'It is already queued or running.'),
  )
}

/** @returns the IDs of the tasks that had no run in progress */
async function queueUndos(
  deps: QueueDeps,
  { undos, triggeredBy }: { undos: readonly UndoOrder[]; triggeredBy: string },
): Promise<ReadonlySet<number>> {
  return await deps.orm.transaction(async (tx) => {
    const wave = { waveId: randomUUID(), triggeredBy, allowShrink: false, now: deps.now() }
    const queued = new Set<number>()
    for (const { taskId, undo } of undos) {
      const target = undo.value === undefined ? '' : ` the target of "${undo.value}"`
      const message = `Queued by ${triggeredBy}: undo${target} back to before run ${undo.beforeRunId}.`
      for (const id of await queueRuns(tx, { which: { taskId }, ...wave, undo, message })) queued.add(id)
    }
    if (queued.size === 0) return queued
    await recordUndos(
      tx,
      undos.filter(({ taskId }) => queued.has(taskId)),
    )
    await wakeWorkers(tx)
    return queued
  })
}

async function recordUndos(tx: Orm, undos: readonly UndoOrder[]): Promise<void> {
  const taskIds = undos.map(({ taskId }) => taskId)
  const changes = undos.map(({ undo }): FieldChange => {
    return { field: 'before_run', before: null, after: String(undo.beforeRunId) }
  })
  if (undos.length === 1) return await recordActivity(tx, { taskIds, changes })
  await recordActivity(tx, { taskIds, subject: pluralize(undos.length, 'task') })
}
