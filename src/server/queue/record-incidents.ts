import { closeIncidents, openAccessIncident, openIncident } from '#server/alerts/incidents.ts'
import { type ProviderReason, tokenReasons } from '#server/google/provider-error.ts'
import type { LockedAttempt } from '#server/runs/attempts.ts'
import type { Orm } from '#server/storage/database.ts'
import { SyncFailure } from '#server/sync/sync-failure.ts'
import type { AttemptEnd } from './end-attempt.ts'

interface EndedAttempt {
  end: AttemptEnd
  result: { status: string; error?: string }
  locked: LockedAttempt
  now: Date
}

/** Credentials that were refused. What a person granted is watched where it is stored. */
const refusedCredentials: ReadonlySet<ProviderReason> = new Set(
  [...tokenReasons, 'unauthenticated' as const].filter(
    (reason) => reason !== 'consent_expired' && reason !== 'clock_off',
  ),
)

/**
 * Records what the end of an attempt says about its task, in the transaction of that end: that it failed for good or was
 * held, or that it works again. A restore says nothing about the copies of its task, and someone waits for it.
 */
export async function recordIncidents(tx: Orm, { end, result, locked, now }: EndedAttempt): Promise<void> {
  const { waveId, task, isRestore, hasIncident } = locked
  if (isRestore) return
  const about = { taskId: task.id, waveId, now }
  if (result.status === 'Error') {
    const message = result.error ?? ''
    await openIncident(tx, { ...about, kind: 'failed', message })
    const { error } = end.kind === 'failed' ? end : {}
    const isRefused = error instanceof SyncFailure && refusedCredentials.has(error.reason)
    if (isRefused) await openAccessIncident(tx, { waveId, subject: message, message, now })
    return
  }
  if (end.kind !== 'copied' || result.status === 'Stopped') return
  const { isHeld, holdMessage = 'The run was held.' } = end.outcome
  if (isHeld) await openIncident(tx, { ...about, kind: 'held', message: holdMessage })
  else if (hasIncident) await closeIncidents(tx, { taskId: task.id, isSuccess: result.status === 'Success', now })
}
