import { Refusal } from '#contract/errors.ts'
import { accountsOf } from '#domain/tasks/accounts-of.ts'
import { ownerOf } from '#domain/tasks/lent-access.ts'
import { ProviderError } from '#server/google/provider-error.ts'
import { readChangeHistory } from '#server/runs/change-history.ts'
import { findChangeSet } from '#server/runs/change-pages.ts'
import type { RunWork } from '#server/runs/run-work.ts'
import type { Orm } from '#server/storage/database.ts'
import { runRestore } from '#server/sync/run-restore.ts'
import type { runSync } from '#server/sync/run-sync.ts'
import { SyncFailure } from '#server/sync/sync-failure.ts'

/** What a run that restores does instead of a copy. */
export function restoreOf(orm: Orm, { task, run }: Pick<RunWork, 'task' | 'run'>): typeof runSync {
  return async (google, _job, ports) => {
    const { restore, id: runId } = run
    if (!restore) throw new Error(`Run ${runId} restores nothing`)
    const { beforeRunId, edited } = restore
    const query = { taskId: task.id, fromRunId: beforeRunId, beforeRunId: runId, targetSsId: task.targetSsId }
    const history = await asFailure(() => readChangeHistory(orm, query))
    // A person has approved what an earlier attempt began.
    const isContinued = (await findChangeSet(orm, { taskId: task.id, runId })) != null
    const job = {
      accounts: accountsOf(task),
      owner: ownerOf(task),
      history: { ...history, requireKept: () => asFailure(history.requireKept) },
      beforeRunId,
      restoresEdited: edited === 'restore',
      editedDigest: isContinued ? null : restore.editedDigest,
    }
    return await runRestore(google, job, ports)
  }
}

/** What cannot be undone any more is no bug, and no attempt can change it. */
async function asFailure<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const cause = new ProviderError({ reason: 'invalid', message: error.message })
    throw new SyncFailure(cause, { sourceTitle: '', targetTitle: '', usage: { reads: 0, writes: 0, bytes: 0 } })
  }
}
