import { pluralize } from '#domain/pluralize.ts'
import { describePause } from '#domain/schedule/pause.ts'
import { SECOND_MS } from '#domain/time.ts'
import { countQueuedUntil, findBlocker, type StartBlocker } from './admit.ts'
import { isLost, type RunState, type Situation } from './situation.ts'

/** Why a run waits, in a sentence for users; null when it does not. Clock times are in `timezone`. */
export function waitingReason(
  run: RunState,
  { situation, timezone }: { situation: Situation; timezone: string },
): string | null {
  const { now } = situation
  if (run.status === 'Stopping') return null
  if (run.status === 'Running' && !isLost(run, now)) {
    if (run.recheckAt) return describeRecheck(run.recheckAt, { now, timezone })
    return run.waitingUntil && run.waitingUntil > now
      ? `Waiting for quota until ${clockTime(run.waitingUntil, timezone)}`
      : null
  }
  const blocker = findBlocker(run, situation)
  if (blocker) return describeBlocker(blocker, { run, now, timezone })
  return run.status === 'Running' ? 'Waiting to resume: the server running it went away' : 'Waiting for a free worker'
}

/** Number of tasks of prerequisite types whose runs in progress block, or would block, a run of the type. */
export function prerequisitesCount(
  { typeId, run }: { typeId: number; run: RunState | undefined },
  { findPrerequisites, now }: Situation,
): number {
  const until = run?.status === 'Queued' ? run.queuedAt : now
  return sum(findPrerequisites(typeId).map((type) => countQueuedUntil(type, until)))
}

function describeRecheck(at: Date, { now, timezone }: { now: Date; timezone: string }): string {
  return at > now
    ? `Copied; checking once more at ${clockTime(at, timezone).slice(0, 'HH:MM'.length)}`
    : 'Copied; checking once more when its type has a free place'
}

interface WaitingRun {
  run: RunState
  now: Date
  timezone: string
}

function describeBlocker(blocker: StartBlocker, { run, now, timezone }: WaitingRun): string {
  switch (blocker.kind) {
    case 'pause':
      return describePause(blocker.pause, timezone)
    case 'retry':
      return `Retrying in ${secondsUntil(blocker.until, now)} s`
    case 'prerequisites': {
      const count = sum(blocker.types.map((type) => countQueuedUntil(type, run.queuedAt)))
      return `Waiting for ${pluralize(count, 'prerequisite')} in ${blocker.types.map((type) => type.name).join(', ')}`
    }
    case 'source':
      return `Waiting for '${blocker.taskName}', which copies to its source`
    case 'concurrency':
      return `Waiting: ${blocker.running} of ${blocker.limit} running in ${blocker.type.name}`
    case 'target':
      return `Waiting for '${blocker.writer.taskName}', which writes to the same spreadsheet`
    case 'delay': {
      const seconds = secondsUntil(blocker.until, now) + run.runsAhead * blocker.type.queueDelaySeconds
      return `Starts in ${seconds} s (queue delay)`
    }
  }
}

function secondsUntil(time: Date, now: Date): number {
  return Math.ceil((time.getTime() - now.getTime()) / SECOND_MS)
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

function clockTime(time: Date, timezone: string): string {
  return time.toLocaleTimeString('en-GB', { timeZone: timezone, hour12: false })
}
