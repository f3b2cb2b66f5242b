import { setTimeout as delay } from 'node:timers/promises'
import { SECOND_MS } from '#domain/time.ts'
import type { Google } from '#server/google/google.ts'
import type { runSync } from '#server/sync/run-sync.ts'
import type { SyncJob, SyncOutcome, SyncPorts } from '#server/sync/sync-job.ts'
import type { LateWrites } from './late-writes.ts'

interface Options {
  sync: typeof runSync
  google: Google
  ports: SyncPorts
  lateWrites: LateWrites
  timing: { readonly heartbeatMs: number }
  now: () => Date
}

/**
 * Copies, and looks once more when no write of an interrupted attempt can be applied any more: one that the provider applied
 * after the copy would leave old values in the target of a run that ended in Success.
 */
export async function copyUntilExact(job: SyncJob, options: Options): Promise<SyncOutcome> {
  const { sync, google, ports, now } = options
  const inherited = options.lateWrites.landBy
  const copied = await sync(google, { ...job, hasLateWrite: inherited !== null }, ports)
  // Other writes of this attempt are no danger: applied once more, they change nothing.
  const landBy = copied.hasUnknownMove ? options.lateWrites.landBy : inherited
  const waitMs = landBy ? landBy.getTime() - now().getTime() : 0
  if (!landBy || waitMs <= 0 || copied.isHeld) return copied
  const seconds = Math.ceil(waitMs / SECOND_MS)
  const why = 'A write of an interrupted attempt may still reach the target.'
  ports.log('INFO', `${why} Comparing source and target once more in ${seconds} s.`)
  await pauseUntil(landBy, options)
  const lastWidth = Math.max(job.lastWidth ?? 0, copied.width)
  const { memory: _, ...afresh } = job
  const compared = await sync(google, { ...afresh, lastWidth, hasLateWrite: true }, { ...ports, previewed: undefined })
  return {
    ...compared,
    cellsChanged: copied.cellsChanged + compared.cellsChanged,
    reads: copied.reads + compared.reads,
    writes: copied.writes + compared.writes,
    bytes: copied.bytes + compared.bytes,
  }
}

/** In steps, because the shared clock may be corrected meanwhile. */
async function pauseUntil(time: Date, { now, ports, timing }: Options): Promise<void> {
  for (;;) {
    const remainingMs = time.getTime() - now().getTime()
    if (remainingMs <= 0) return
    await delay(Math.min(remainingMs, timing.heartbeatMs), undefined, { signal: ports.signal })
  }
}
