import {
  type FailedPrerequisite,
  type RunState,
  type Situation,
  situationAt,
  type TypeState,
} from '#domain/admission/situation.ts'
import type { Pause } from '#domain/schedule/pause.ts'
import { SECOND_MS } from '#domain/time.ts'

/** Noon in New York. */
const NOON = new Date('2026-01-15T17:00:00Z')

/** Returns the time at the given number of seconds after noon, or before noon if negative. */
export function noonPlus(seconds: number): Date {
  return new Date(NOON.getTime() + seconds * SECOND_MS)
}

export function buildType(fields: Partial<TypeState> = {}): TypeState {
  return {
    id: 1,
    name: 'Daily Ledger',
    dependsOnId: null,
    position: fields.id ?? 1,
    allowedConcurrentTasks: 2,
    queueDelaySeconds: 0,
    maxRetries: 0,
    lastStartAt: null,
    inProgress: [],
    ...fields,
  }
}

/** Builds a queued run. Its task and target derive from its ID, so runs share them only if a test sets them. */
export function buildRun(fields: Partial<RunState> = {}): RunState {
  const id = fields.id ?? 1
  return {
    id,
    taskId: id,
    taskName: `Task ${id}`,
    typeId: 1,
    position: id,
    maxConcurrentTasks: null,
    targetSsIds: [`target-${id}`],
    targetPlaces: null,
    waveId: 'wave',
    queuedAt: NOON,
    status: 'Queued',
    attempt: 0,
    nextAttemptAt: null,
    stopRequestedAt: null,
    leaseUntil: null,
    waitingUntil: null,
    recheckAt: null,
    waitsForSource: null,
    isUndo: false,
    runsAhead: 0,
    ...fields,
  }
}

/** Builds a run in progress on a live node at noon. */
export function buildRunningRun(fields: Partial<RunState> = {}): RunState {
  return buildRun({ status: 'Running', attempt: 1, leaseUntil: noonPlus(10), ...fields })
}

/** Builds the situation at noon. The given runs are all runs in progress of their types. */
export function buildSituation({
  types = [buildType()],
  runs = [],
  failedPrerequisites = [],
  pause,
}: Partial<Parts> = {}): Situation {
  const counted = types.map((type) => ({
    ...type,
    inProgress: runs.filter(({ typeId }) => typeId === type.id).map(({ queuedAt }) => ({ queuedAt, count: 1 })),
  }))
  return situationAt({ types: counted, runs, failedPrerequisites, pause }, NOON)
}

interface Parts {
  types: TypeState[]
  runs: RunState[]
  failedPrerequisites: FailedPrerequisite[]
  pause: Pause
}
