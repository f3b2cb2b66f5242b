import { type Attempt, renewLease } from '#server/runs/attempts.ts'
import type { Orm } from '#server/storage/database.ts'

interface Options {
  orm: Orm
  attempt: Attempt
  now: () => Date
  leaseMs: number
  heartbeatMs: number
  onStop: () => void
  /** The lease is lost, or may be: the attempt must not touch the target any more. */
  onLost: () => void
  onError: (error: unknown) => void
}

export interface Lease extends AsyncDisposable {
  /** Renews the lease now, which also detects a requested stop. */
  renew(): Promise<void>
}

/**
 * Renews the lease of a run until it is disposed of. A node that cannot renew in time counts the run as lost before another
 * node can resume it.
 */
export function keepLease({ orm, attempt, now, leaseMs, heartbeatMs, onStop, onLost, onError }: Options): Lease {
  let leaseUntilMs = now().getTime() + leaseMs
  let renewing: Promise<void> | undefined
  let isRenewalRequested = false

  async function renewOnce(): Promise<void> {
    const until = new Date(now().getTime() + leaseMs)
    try {
      const status = await renewLease(orm, { attempt, until })
      if (status === undefined) return onLost()
      leaseUntilMs = until.getTime()
      if (status === 'Stopping') onStop()
    } catch (error) {
      onError(error)
      giveUpNearExpiry()
    }
  }

  function giveUpNearExpiry(): void {
    if (now().getTime() + heartbeatMs >= leaseUntilMs) onLost()
  }

  /** A call during a renewal starts another one after it, because the one in progress may have read an older status. */
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

  const timer = setInterval(() => {
    // A renewal that hangs must not keep the run: another node may take it once the lease has expired.
    if (renewing) giveUpNearExpiry()
    void renew()
  }, heartbeatMs)
  return {
    renew,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await renewing
    },
  }
}
