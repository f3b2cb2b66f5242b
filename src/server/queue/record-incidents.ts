import type { IncidentKind } from '#domain/alerts/alert.ts'
import { type Cause, type Failure, heldFor, targetsFailed } from '#domain/failures/failure.ts'
import { TOKEN_CAUSES } from '#domain/failures/token-failures.ts'
import { SyncFailure } from '#engine/job/sync-failure.ts'
import { closeIncidents, openIncidents, openLatest } from '#server/alerts/incidents.ts'
import type { LockedAttempt } from '#server/runs/finish-attempts.ts'
import type { Orm } from '#server/storage/database.ts'
import type { EndedAttempt } from './attempt-end.ts'

interface Ended extends Pick<EndedAttempt, 'end' | 'now'> {
  result: { status: string; failure?: Failure | null }
  locked: LockedAttempt
  /** Whether a person had accepted less than the present findings. */
  isHeldAgain: boolean
}

/** Causes that mean refused credentials. Personal grants are missing here because they are watched where they are stored. */
const refusedCredentials: ReadonlySet<Cause> = new Set<Cause>([
  ...TOKEN_CAUSES.filter((cause) => cause !== 'access_ended' && cause !== 'consent_expired' && cause !== 'clock_off'),
  'unauthenticated',
  'no_machine_credentials',
])

/**
 * Records at the end of an attempt, in the same transaction, that the task failed for good, was held, or works again. An undo
 * records nothing: it says nothing about the task's copies, and someone waits for its result.
 */
export async function recordIncidents(tx: Orm, { end, result, locked, isHeldAgain, now }: Ended): Promise<void> {
  const { waveId, task, isUndo, hasIncident } = locked
  if (isUndo) return
  const about = { taskId: task.id, waveId }
  const { failure } = result
  if (result.status === 'Error' && failure) {
    const isNew = await openLatest(tx, { ...about, kind: 'failed', failure }, now)
    const isRefused =
      end.kind === 'failed' && end.error instanceof SyncFailure && refusedCredentials.has(end.error.reason)
    if (isRefused && isNew) await openIncidents(tx, [{ waveId, kind: 'access', failure }], now)
    return
  }
  if (end.kind !== 'finished' || result.status === 'Stopped') return
  const { outcome } = end
  const ended = { taskId: task.id, isSuccess: result.status === 'Success', now }
  if (outcome.kind === 'held') {
    await openLatest(tx, { ...about, kind: 'held', failure: heldFor(outcome.holds), isNew: isHeldAgain }, now)
  } else if (outcome.kind === 'handedOut') {
    const [hold, ...others] = outcome.holds
    const failed = targetsFailed(outcome.failed)
    const open: readonly IncidentKind[] = [...(hold ? ['held' as const] : []), ...(failed ? ['failed' as const] : [])]
    if (hasIncident) await closeIncidents(tx, { ...ended, except: open })
    if (hold)
      await openLatest(tx, { ...about, kind: 'held', failure: heldFor([hold, ...others]), isNew: isHeldAgain }, now)
    if (failed) await openLatest(tx, { ...about, kind: 'failed', failure: failed }, now)
  } else if (hasIncident) await closeIncidents(tx, ended)
}
