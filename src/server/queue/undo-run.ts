import { Refusal } from '#contract/errors.ts'
import type { UndoRequest } from '#domain/runs/undo-request.ts'
import { preferenceOf } from '#domain/tasks/lent-access.ts'
import { ProviderError } from '#server/google/provider-error.ts'
import { readChangeHistory } from '#server/runs/change-history.ts'
import { findChangeSet } from '#server/runs/change-pages.ts'
import type { RunWork } from '#server/runs/run-work.ts'
import type { Orm } from '#server/storage/database.ts'
import { SyncFailure } from '#server/sync/job/sync-failure.ts'
import type { SyncJob } from '#server/sync/job/sync-job.ts'
import type { UndoJob } from '#server/sync/undo/undo-job.ts'

interface Undo extends Pick<RunWork, 'task' | 'cellLimits'> {
  runId: number
  request: UndoRequest
  /** Where the task writes, and what readers see. */
  job: Pick<SyncJob, 'startRow' | 'shape' | 'note'>
}

/** Describes the undo of runs. @throws SyncFailure if they cannot be undone any more */
export async function undoOf(orm: Orm, { task, cellLimits, runId, request, job }: Undo): Promise<UndoJob> {
  const { beforeRunId, edited, editedDigest } = request
  const query = { taskId: task.id, fromRunId: beforeRunId, beforeRunId: runId, targetSsId: task.targetSsId }
  const history = await asFailure(() => readChangeHistory(orm, query))
  // A person has approved what an earlier attempt began.
  const begun = await findChangeSet(orm, { taskId: task.id, runId })
  return {
    ...preferenceOf(task),
    startRow: job.startRow,
    ...(job.shape && { shape: job.shape }),
    ...(job.note && { note: job.note }),
    chunkSize: task.chunkSize,
    cellLimits,
    history: { ...history, requireKept: () => asFailure(history.requireKept) },
    beforeRunId,
    undoesEdited: edited === 'overwrite',
    editedDigest: begun ? null : editedDigest,
    ownMoves: begun?.rowMoves ?? [],
  }
}

/** Turns a refusal into a failure: runs that cannot be undone any more are not a bug, and no retry helps. */
async function asFailure<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const cause = new ProviderError({ cause: 'unknown', reason: error.message })
    throw new SyncFailure(cause, { sourceTitle: '', targetTitle: '' })
  }
}
