import { Refusal } from '#contract/errors.ts'
import type { UndoRequest } from '#domain/runs/undo-request.ts'
import { findPreference } from '#domain/tasks/lent-access.ts'
import { SyncFailure } from '#engine/job/sync-failure.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { ChangeHistory } from '#engine/undo/change-history.ts'
import type { UndoJob } from '#engine/undo/undo-job.ts'
import { readUndosAndOthers } from '#server/hand-out/read-target-undos.ts'
import type { HandOutUndo } from '#server/hand-out/undo-hand-out.ts'
import { readChangeHistory } from '#server/runs/change-history.ts'
import { findChangeSets } from '#server/runs/change-pages.ts'
import type { ChangeSet } from '#server/runs/change-sets.ts'
import type { RunWork } from '#server/runs/run-work.ts'
import type { Orm } from '#server/storage/database.ts'

export interface Undo extends Pick<RunWork, 'task' | 'cellLimits'> {
  runId: number
  request: UndoRequest
  /** Region of the target, and the freshness note. */
  job: Pick<SyncJob, 'startRow' | 'shape' | 'note'>
}

/** Describes the undo of runs in one target. @throws SyncFailure if they can no longer be undone */
export async function buildUndoJob(orm: Orm, undo: Undo): Promise<UndoJob> {
  const { task, runId, request } = undo
  const query = { taskId: task.id, fromRunId: request.beforeRunId, beforeRunId: runId, targetSsId: task.targetSsId }
  const history = await asFailure(() => readChangeHistory(orm, query))
  const [begun] = (await findChangeSets(orm, { taskId: task.id, runId })) ?? []
  return { ...buildUndo(undo), ...buildTarget({ history, begun, request }) }
}

/** Describes the undo of runs that handed out rows. @throws SyncFailure if they can no longer be undone */
export async function describeHandOutUndo(orm: Orm, undo: Undo): Promise<HandOutUndo> {
  const { task, runId, request } = undo
  const { beforeRunId: fromRunId, value } = request
  const found = await asFailure(() => readUndosAndOthers(orm, { task, fromRunId, beforeRunId: runId, value }))
  const sets = (await findChangeSets(orm, { taskId: task.id, runId })) ?? []
  const whole = buildUndo(undo)
  return {
    ...whole,
    ...found,
    buildJob({ key }, history) {
      const begun = sets.find(({ targetKey }) => targetKey === key)
      return { ...whole, ...buildTarget({ history, begun, request }) }
    },
  }
}

function buildUndo({ task, cellLimits, request, job }: Undo) {
  return {
    access: findPreference(task),
    limits: { chunkSize: task.chunkSize, cellLimits },
    startRow: job.startRow,
    ...(job.shape && { shape: job.shape }),
    ...(job.note && { note: job.note }),
    beforeRunId: request.beforeRunId,
    undoesEdited: request.edited === 'overwrite',
  }
}

interface UndoneTarget extends Pick<Undo, 'request'> {
  history: ChangeHistory
  /** The change set of an earlier attempt. */
  begun: ChangeSet | undefined
}

function buildTarget({ history, begun, request }: UndoneTarget) {
  return {
    history: { ...history, requireKept: () => asFailure(history.requireKept) },
    // If an earlier attempt began the undo, a person has already approved these edits.
    editedDigest: begun ? null : request.editedDigest,
    ownMoves: begun?.rowMoves ?? [],
  }
}

/** Turns a refusal into a failure: a run that can no longer be undone is not a bug, and a retry does not help. */
async function asFailure<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const cause = new ProviderError({ cause: 'unknown', reason: error.message })
    throw new SyncFailure(cause, { sourceTitle: '', targetTitle: '' })
  }
}
