import { setTimeout as delay } from 'node:timers/promises'
import { addCounts, pickCounts } from '#domain/runs/run-counts.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { SyncPorts } from '#server/sync/job/sync-job.ts'
import type { CopiedRun, NewBaseline, SyncOutcome, UndoneRun } from '#server/sync/outcome.ts'
import type { LateWrites } from './late-writes.ts'

interface Options {
  ports: Pick<SyncPorts, 'log' | 'signal'>
  lateWrites: Pick<LateWrites, 'landBy'>
  heartbeatMs: number
  now: () => Date
}

/** One pass over the target. */
export interface Pass {
  /** A write of an earlier attempt may still reach the target. */
  hasLateWrite: boolean
  /** The result of the pass before, if there was one: nothing that was known before it is relied on. */
  after?: CopiedRun | UndoneRun
}

/**
 * Copies or undoes, and looks once more when no write of an interrupted attempt can be applied any more: one that the provider
 * applied later would leave old values in the target of a run that ended in Success.
 */
export async function copyUntilExact(
  work: (pass: Pass) => Promise<SyncOutcome>,
  { ports, lateWrites, heartbeatMs, now }: Options,
): Promise<SyncOutcome> {
  const inherited = lateWrites.landBy
  const first = await work({ hasLateWrite: inherited !== null })
  if (first.kind === 'held' || first.kind === 'skipped') return first
  // Other writes of this attempt are no danger: applied once more, they change nothing.
  const landBy = first.kind === 'copied' && first.hasUnknownMove ? lateWrites.landBy : inherited
  const waitMs = landBy ? landBy.getTime() - now().getTime() : 0
  if (!landBy || waitMs <= 0) return first
  const seconds = Math.ceil(waitMs / SECOND_MS)
  const why = 'A write of an interrupted attempt may still reach the target.'
  ports.log('INFO', `${why} Comparing source and target once more in ${seconds} s.`)
  await pauseUntil(landBy, { ports, heartbeatMs, now })
  const second = await work({ hasLateWrite: true, after: first })
  if (second.kind === 'held') return { ...second, before: pickCounts(first) }
  if (second.kind === 'skipped') return second
  const both = { ...second, ...addCounts(first, second) }
  return first.kind === 'copied' && both.kind === 'copied' ? { ...both, baseline: lastBaseline(first, both) } : both
}

/** The last state, with how the first look differed from the copy before this run. */
function lastBaseline({ baseline: first }: CopiedRun, { baseline: second }: CopiedRun): NewBaseline | undefined {
  return first && second ? { ...first, baseline: second.baseline } : (first ?? second)
}

/** In steps, because the shared clock may be corrected meanwhile. */
async function pauseUntil(time: Date, { now, ports, heartbeatMs }: Omit<Options, 'lateWrites'>): Promise<void> {
  for (;;) {
    const remainingMs = time.getTime() - now().getTime()
    if (remainingMs <= 0) return
    await delay(Math.min(remainingMs, heartbeatMs), undefined, { signal: ports.signal })
  }
}
