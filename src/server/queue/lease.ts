import { every } from '#server/pace/every.ts'
import { type Attempt, renewLease } from '#server/runs/attempt-lease.ts'
import type { Orm } from '#server/storage/database.ts'

interface Options {
  orm: Orm
  attempt: Attempt
  now: () => Date
  leaseMs: number
  heartbeatMs: number
  /** Returns until when writes may be applied if this node is lost. Each renewal records it. */
  boundWrites(leaseUntil: Date): Date | null
  onStop: () => void
  /** Called when the lease is lost or may be lost: the attempt must not touch the target any more. */
  onLost: () => void
  onError: (error: unknown) => void
}

export interface Lease extends AsyncDisposable {
  /** Renews the lease now. Also detects a requested stop. */
  renew(): Promise<void>
  /**
   * Whether the lease has expired by either clock: the clock that nodes share, or the clock of this process, which nobody can
   * set.
   */
  hasRunOut(): boolean
}

/**
 * Renews the lease of a run until it is disposed of. A node that cannot renew in time counts the run as lost before
 * another node can resume it. An expired lease is never renewed, even if no other node has resumed the run yet.
 */
export function keepLease(options: Options): Lease {
  const { orm, attempt, now, leaseMs, heartbeatMs, boundWrites, onStop, onLost, onError } = options
  let leaseUntilMs = attempt.leaseUntil.getTime()
  let runsOutAtMs = performance.now() + leaseMs
  let renewing: Promise<void> | undefined
  let isRenewalRequested = false

  async function renewOnce(): Promise<void> {
    const startedAt = now()
    const startedAtMs = performance.now()
    const until = new Date(startedAt.getTime() + leaseMs)
    try {
      const status = await renewLease(orm, { attempt, now: startedAt, until, writesLandBy: boundWrites(until) })
      if (status === undefined) return onLost()
      leaseUntilMs = until.getTime()
      runsOutAtMs = startedAtMs + leaseMs
      if (status === 'Stopping') onStop()
    } catch (error) {
      onError(error)
      giveUpNearExpiry()
    }
  }

  function remainingMs(): number {
    return Math.min(leaseUntilMs - now().getTime(), runsOutAtMs - performance.now())
  }

  function giveUpNearExpiry(): void {
    if (remainingMs() <= heartbeatMs) onLost()
  }

  /**
   * Renews the lease. A call during a renewal causes another renewal, because the current one may have read an older status.
   */
  function renew(): Promise<void> {
    isRenewalRequested = true
    renewing ??= (async () => {
      while (isRenewalRequested) {
        isRenewalRequested = false
        await renewOnce()
      }
      renewing = undefined
    })()
    return renewing
  }

  function beat(): void {
    // Give up even if a renewal hangs: another node may resume the run once the lease has expired.
    if (renewing) giveUpNearExpiry()
    void renew()
  }
  const heartbeat = every(heartbeatMs, { work: beat, onError })
  return {
    renew,
    hasRunOut: () => remainingMs() <= 0,
    async [Symbol.asyncDispose]() {
      await heartbeat[Symbol.asyncDispose]()
      await renewing
    },
  }
}
