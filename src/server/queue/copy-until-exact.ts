import type { LogLevel } from '#contract/task-log.ts'
import { addCounts, pickCounts } from '#domain/runs/run-counts.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { SyncPorts } from '#engine/job/sync-job.ts'
import type { CopiedRun, HandedOutRun, SyncOutcome, UndoneRun } from '#engine/outcome.ts'
import type { LateWrites } from './late-writes.ts'

interface Options {
  log: SyncPorts['log']
  lateWrites: Pick<LateWrites, 'landBy' | 'end'>
  /** Waits until a time. Meanwhile the run takes up no place of its type. */
  waitUntil: (time: Date) => Promise<void>
  now: () => Date
  /** Whether to wait before the first pass: moving whole rows relies on their positions. */
  waitsFirst: boolean
}

/** A pass over the target. */
export interface Pass {
  /** Result of the previous pass, if any. This pass then uses nothing that earlier runs have learned. */
  after?: CopiedRun | HandedOutRun | UndoneRun
  log: SyncPorts['log']
}

/**
 * Copies or undoes, and repeats the comparison once no write of an interrupted attempt can arrive any more. Otherwise a late
 * write could leave old values in the target of a run that ended in Success. Only the last pass logs a success.
 */
export async function copyUntilExact(
  work: (pass: Pass) => Promise<SyncOutcome>,
  { log, lateWrites, waitUntil, now, waitsFirst }: Options,
): Promise<SyncOutcome> {
  if (waitsFirst) await waitForLateWrites({ log, lateWrites, waitUntil, now })
  // Late writes of this attempt do no harm: applied again, they change nothing.
  const { landBy } = lateWrites
  const ending = holdBackSuccess(log)
  const first = await work({ log: ending.log })
  const waitMs = msUntil(landBy, now)
  if (first.kind === 'held' || first.kind === 'skipped' || !landBy || waitMs <= 0) {
    ending.release('SUCCESS')
    return first
  }
  ending.release('INFO')
  lateWrites.end()
  const seconds = Math.ceil(waitMs / SECOND_MS)
  const why = 'A write of an interrupted attempt may still reach the target.'
  log('INFO', `${why} Comparing source and target once more in ${seconds} s.`)
  await waitUntil(landBy)
  const second = await work({ after: first, log })
  if (second.kind === 'held') return { ...second, before: pickCounts(first) }
  if (second.kind === 'skipped') return second
  const both = { ...second, ...addCounts(first, second) }
  if (first.kind !== 'copied' || both.kind !== 'copied') return both
  return { ...both, wasAccepted: first.wasAccepted || both.wasAccepted }
}

/** Waits until late writes of earlier attempts have arrived, before anything is read. */
async function waitForLateWrites({ log, lateWrites, waitUntil, now }: Omit<Options, 'waitsFirst'>): Promise<void> {
  const { landBy } = lateWrites
  const waitMs = msUntil(landBy, now)
  if (landBy && waitMs > 0) {
    const seconds = Math.ceil(waitMs / SECOND_MS)
    log('INFO', `A write of an interrupted attempt may still move rows of the target. Starting in ${seconds} s.`)
    await waitUntil(landBy)
  }
  lateWrites.end()
}

function msUntil(time: Date | null, now: () => Date): number {
  return time ? time.getTime() - now().getTime() : 0
}

/** Holds back a SUCCESS line, the last line of a pass, until it is known whether another pass follows. */
function holdBackSuccess(log: SyncPorts['log']) {
  let held: string | undefined
  return {
    log(level: LogLevel, message: string) {
      if (level === 'SUCCESS') held = message
      else log(level, message)
    },
    release(level: LogLevel) {
      if (held !== undefined) log(level, held)
    },
  }
}
