import { type Attempt, renewLease } from '#server/runs/leases.ts'
import type { Orm } from '#server/storage/database.ts'

interface Options {
  orm: Orm
  attempt: Attempt
  now: () => Date
  leaseMs: number
  heartbeatMs: number
  onStop: () => void
  /** The run is no longer this attempt's: it must not touch the target any more. */
  onLost: () => void
  onError: (error: unknown) => void
}

export interface Lease extends AsyncDisposable {
  /** Renews at once and so hears of a stop. */
  beat(): Promise<void>
}

/** Keeps a run for this node until it is disposed of. A node that cannot renew lets go before another may take the run up. */
export function keepLease({ orm, attempt, now, leaseMs, heartbeatMs, onStop, onLost, onError }: Options): Lease {
  let heldUntil = now().getTime() + leaseMs
  let beating: Promise<void> | undefined
  let isBeatWanted = false

  async function renew(): Promise<void> {
    const until = new Date(now().getTime() + leaseMs)
    try {
      const status = await renewLease(orm, { attempt, until })
      if (status === undefined) return onLost()
      heldUntil = until.getTime()
      if (status === 'Stopping') onStop()
    } catch (error) {
      onError(error)
      letGoNearEnd()
    }
  }

  function letGoNearEnd(): void {
    if (now().getTime() + heartbeatMs >= heldUntil) onLost()
  }

  /** A call during a beat asks for one more after it, whose answer is not older than the call. */
  function beat(): Promise<void> {
    isBeatWanted = true
    beating ??= (async () => {
      while (isBeatWanted) {
        isBeatWanted = false
        await renew()
      }
      beating = undefined
    })()
    return beating
  }

  const timer = setInterval(() => {
    // A renewal that neither succeeds nor fails must not keep the run: another node may have it by the lease's end.
    if (beating) letGoNearEnd()
    void beat()
  }, heartbeatMs)
  return {
    beat,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await beating
    },
  }
}
