import {
  type FailedPrerequisite,
  type RunState,
  type Situation,
  situationAt,
  type TypeState,
} from '#domain/admission/situation.ts'

export const NOON = new Date('2026-01-15T17:00:00Z')

/** A moment some seconds after noon in New York; before it when negative. */
export function noonAnd(seconds: number): Date {
  return new Date(NOON.getTime() + seconds * 1000)
}

/** A task type with what a test says about it. */
export function aType(said: Partial<TypeState> = {}): TypeState {
  return {
    id: 1,
    name: 'Daily Ledger',
    dependsOnId: null,
    position: said.id ?? 1,
    allowedConcurrentTasks: 2,
    queueDelaySeconds: 0,
    maxRetries: 0,
    lastStartAt: null,
    inProgressCount: 0,
    ...said,
  }
}

/** A queued run with what a test says about it; its task and target are its own. */
export function aRun(said: Partial<RunState> = {}): RunState {
  const id = said.id ?? 1
  return {
    id,
    taskId: id,
    taskName: `Task ${id}`,
    typeId: 1,
    position: id,
    maxConcurrentTasks: null,
    targetSsId: `target-${id}`,
    waveId: 'wave',
    status: 'Queued',
    attempt: 0,
    nextAttemptAt: null,
    stopRequestedAt: null,
    leaseUntil: null,
    waitingUntil: null,
    runsAhead: 0,
    ...said,
  }
}

/** A run that a live node works on at noon. */
export function aRunningRun(said: Partial<RunState> = {}): RunState {
  return aRun({ status: 'Running', attempt: 1, leaseUntil: noonAnd(10), ...said })
}

/** How things stand at noon; types count the runs that are given. */
export function aSituation({ types = [aType()], runs = [], failedPrerequisites = [] }: Partial<Parts> = {}): Situation {
  const counted = types.map((type) => ({
    ...type,
    inProgressCount: type.inProgressCount || runs.filter((run) => run.typeId === type.id).length,
  }))
  return situationAt({ types: counted, runs, failedPrerequisites }, NOON)
}

interface Parts {
  types: TypeState[]
  runs: RunState[]
  failedPrerequisites: FailedPrerequisite[]
}
