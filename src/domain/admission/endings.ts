import type { LogLevel } from '#contract/task-log.ts'
import { describeFailure, type Failure } from '#domain/failures/failure.ts'
import type { RunStatus } from '#domain/runs/run-status.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { isLeased, isLost, type RunState, type Situation } from './situation.ts'

/** Maximum time a run stays Stopping before it becomes Stopped, whatever its node does. */
const MAX_STOPPING_MS = MINUTE_MS
/** Maximum lost attempts beyond the type's retries. A run that crashes its node must not bring down all nodes in turn. */
const MAX_LOST_ATTEMPTS = 5

/** How a run ends without its node reporting an end. */
export interface Ending {
  readonly run: RunState
  readonly status: Extract<RunStatus, 'Stopped' | 'Warning' | 'Error'>
  readonly log: { readonly level: LogLevel; readonly message: string }
  /** Why the run ended in an error, or did not start. */
  readonly failure?: Failure
}

/**
 * The runs to end now: Stopping runs on a lost or unresponsive node, Queued runs after a prerequisite in the same wave
 * ended in Error or Stopped, and runs that lost their node too often.
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

/** Latest time at which a Stopping run becomes Stopped. */
export function stopEndsAt({ stopRequestedAt }: RunState): Date {
  return new Date((stopRequestedAt?.getTime() ?? 0) + MAX_STOPPING_MS)
}

function prerequisiteEnding(
  run: RunState,
  { failedPrerequisites, findPrerequisites, typeById }: Situation,
): Ending | undefined {
  if (run.status !== 'Queued') return undefined
  const typeIds = new Set(findPrerequisites(run.typeId).map((type) => type.id))
  const failed = failedPrerequisites.find(({ waveId, typeId }) => waveId === run.waveId && typeIds.has(typeId))
  if (!failed) return undefined
  const { taskId, taskName, typeId, status } = failed
  const task = { id: taskId, name: taskName, type: typeById.get(typeId)?.name ?? '' }
  const failure = { cause: 'not_run', task, status } as const
  return { run, status: 'Warning', log: { level: 'WARNING', message: describeFailure(failure) }, failure }
}

function lostEnding(run: RunState, { now, typeById }: Situation): Ending | undefined {
  const maxAttempts = 1 + (typeById.get(run.typeId)?.maxRetries ?? 0) + MAX_LOST_ATTEMPTS
  if (!isLost(run, now) || run.attempt < maxAttempts) return undefined
  const failure = { cause: 'servers_lost', attempts: run.attempt } as const
  return { run, status: 'Error', log: { level: 'ERROR', message: describeFailure(failure) }, failure }
}
