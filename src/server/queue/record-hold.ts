import type { Hold } from '#domain/guards/guards.ts'
import type { SyncOutcome } from '#engine/outcome.ts'
import type { LockedAttempt } from '#server/runs/finish-attempts.ts'
import { closeHold, keepHold, noteHold } from '#server/runs/holds.ts'
import type { Orm } from '#server/storage/database.ts'
import type { EndedAttempt } from './attempt-end.ts'

interface Ended extends Pick<EndedAttempt, 'end' | 'accepted' | 'now'> {
  attempt: { runId: number }
  locked: Pick<LockedAttempt, 'task' | 'isUndo' | 'hasHold'>
}

/**
 * Updates the hold of a task in the transaction that records the end of its attempt. A held outcome opens a hold or keeps it
 * open. A copy, or an undo of copies, closes the hold.
 *
 * @returns whether a person had accepted less than the present findings
 */
export async function recordHold(tx: Orm, { end, attempt, locked, accepted, now }: Ended): Promise<boolean> {
  if (end.kind !== 'finished') return false
  const { outcome } = end
  const { runId } = attempt
  const taskId = locked.task.id
  if (locked.isUndo) {
    // The undo may have reverted the copy that the hold compared with.
    if (outcome.kind === 'undone' && locked.hasHold) await closeHold(tx, { taskId, now })
    return false
  }
  const found = findHolds(outcome)
  if (found.length > 0) {
    const { id, isHeldAgain } = await keepHold(tx, { taskId, found, now })
    await noteHold(tx, { runId, holdId: id })
    return isHeldAgain
  }
  if (!locked.hasHold) return false
  await closeHold(tx, { taskId, now })
  if (accepted) await noteHold(tx, { runId, holdId: accepted.id })
  return false
}

/** Finds the holds of an outcome, including holds of single sources and targets, which keep back only their own rows. */
function findHolds(outcome: SyncOutcome): readonly Hold[] {
  if (outcome.kind === 'held' || outcome.kind === 'handedOut') return outcome.holds
  return outcome.kind === 'copied' ? (outcome.kept?.holds ?? []) : []
}
