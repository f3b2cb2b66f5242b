import type { LogLevel } from '#contract/task-log.ts'
import type { RunStatus } from '#domain/runs/run-status.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { isLeased, isLost, type RunState, type Situation } from './situation.ts'

/** How long a run may be Stopping before it counts as Stopped, whatever its node is doing. */
const MAX_STOPPING_MS = MINUTE_MS
/** A run that its node does not survive must not bring down one node after the other. */
const MAX_LOST_ATTEMPTS = 5

/** A run that ends without a word from the node that works on it. */
export interface Ending {
  readonly run: RunState
  readonly status: Extract<RunStatus, 'Stopped' | 'Warning' | 'Error'>
  readonly log: { readonly level: LogLevel; readonly message: string }
}

/**
 * The runs that are over: stopped ones whose node is gone or does not let go, waiting ones whose prerequisite of the same
 * wave ended badly, and ones whose node was lost again and again.
 */
export function dueEndings(situation: Situation): Ending[] {
  return situation.runs.flatMap(
    (run) => stopEnding(run, situation) ?? prerequisiteEnding(run, situation) ?? lostEnding(run, situation) ?? [],
  )
}

function stopEnding(run: RunState, { now }: Situation): Ending | undefined {
  if (run.status !== 'Stopping') return undefined
  if (isLeased(run, now) && stopEndsAt(run) > now) return undefined
  return { run, status: 'Stopped', log: { level: 'WARNING', message: 'Stopped.' } }
}

/** When a Stopping run becomes Stopped at the latest. */
export function stopEndsAt({ stopRequestedAt }: RunState): Date {
  return new Date((stopRequestedAt?.getTime() ?? 0) + MAX_STOPPING_MS)
}

function prerequisiteEnding(
  run: RunState,
  { failedPrerequisites, prerequisitesOf, typeById }: Situation,
): Ending | undefined {
  if (run.status !== 'Queued') return undefined
  const typeIds = new Set(prerequisitesOf(run.typeId).map((type) => type.id))
  const cause = failedPrerequisites.find(({ waveId, typeId }) => waveId === run.waveId && typeIds.has(typeId))
  if (!cause) return undefined
  const how = cause.status === 'Error' ? 'ended in an error' : 'was stopped'
  const message = `Not run, because its prerequisite '${cause.taskName}' in ${typeById.get(cause.typeId)?.name} ${how}.`
  return { run, status: 'Warning', log: { level: 'WARNING', message } }
}

function lostEnding(run: RunState, { now, typeById }: Situation): Ending | undefined {
  const mostAttempts = 1 + (typeById.get(run.typeId)?.maxRetries ?? 0) + MAX_LOST_ATTEMPTS
  if (!isLost(run, now) || run.attempt < mostAttempts) return undefined
  const message = `Given up after ${run.attempt} attempts: the server was lost each time while it worked on this task.`
  return { run, status: 'Error', log: { level: 'ERROR', message } }
}
