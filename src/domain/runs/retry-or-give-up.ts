import { SECOND_MS } from '#domain/time.ts'

interface FailedAttempt {
  /** Counts from 1. */
  readonly attempt: number
  /** No further attempt can fix the error: no permission, not found, invalid settings. */
  readonly isPermanent: boolean
  readonly maxRetries: number
  readonly retryDelaySeconds: number
  readonly now: Date
}

type AfterFailure =
  | { readonly status: 'Failed'; readonly nextAttemptAt: Date; readonly attemptsLeft: number }
  | { readonly status: 'Error' }

/** The status of a run after a failed attempt: Failed until the next attempt is due, or Error when there is none. */
export function retryOrGiveUp({
  attempt,
  isPermanent,
  maxRetries,
  retryDelaySeconds,
  now,
}: FailedAttempt): AfterFailure {
  const attemptsLeft = 1 + maxRetries - attempt
  if (isPermanent || attemptsLeft <= 0) return { status: 'Error' }
  return { status: 'Failed', nextAttemptAt: new Date(now.getTime() + retryDelaySeconds * SECOND_MS), attemptsLeft }
}
