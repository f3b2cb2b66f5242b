import { type DependentType, dependencyChain } from '#domain/tasks/dependency.ts'

/** What the rules need to know of a task type at one moment. */
export interface TypeState extends DependentType {
  readonly position: number
  readonly allowedConcurrentTasks: number
  readonly queueDelaySeconds: number
  readonly maxRetries: number
  /** When an attempt of the type last started, on any node. */
  readonly lastStartAt: Date | null
  /** Its tasks that are Queued, Running, Failed or Stopping. */
  readonly inProgressCount: number
}

/** A run that has not ended, with what the rules need of its task. */
export interface RunState {
  readonly id: number
  readonly taskId: number
  readonly taskName: string
  readonly typeId: number
  /** Of the task within its type. */
  readonly position: number
  readonly maxConcurrentTasks: number | null
  readonly targetSsId: string
  readonly waveId: string
  readonly status: 'Queued' | 'Running' | 'Failed' | 'Stopping'
  /** Attempts so far. */
  readonly attempt: number
  readonly nextAttemptAt: Date | null
  readonly stopRequestedAt: Date | null
  readonly leaseUntil: Date | null
  readonly waitingUntil: Date | null
  /** How many runs of the same type and status stand before it. */
  readonly runsAhead: number
}

/** A run that ended so that the runs of its wave that depend on it must not be made. */
export interface FailedPrerequisite {
  readonly waveId: string
  readonly typeId: number
  readonly taskName: string
  readonly status: 'Error' | 'Stopped'
}

/** Everything that decides which run may start, read in one transaction. */
export interface Snapshot {
  readonly types: readonly TypeState[]
  /** All that are Running or Stopping; of those that wait, the first of each type will do. */
  readonly runs: readonly RunState[]
  /** Of the waves of the Queued runs whose type depends on another; only where runs are to be decided on. */
  readonly failedPrerequisites: readonly FailedPrerequisite[]
}

/** A snapshot with its look-ups, as it stands at `now`. */
export interface Situation extends Snapshot {
  readonly now: Date
  readonly typeById: ReadonlyMap<number, TypeState>
  /** Runs of a type that a live node works on. */
  readonly runningByType: ReadonlyMap<number, number>
  /** The run that a live node works on, by the spreadsheet that it writes. */
  readonly writerByTarget: ReadonlyMap<string, RunState>
  /** The types that must be done before a type may run. */
  readonly prerequisitesOf: (typeId: number) => readonly TypeState[]
}

/** Whether a live node works on the run: what counts towards limits is a lease that has not expired. */
export function isLeased(run: RunState, now: Date): boolean {
  return (run.status === 'Running' || run.status === 'Stopping') && run.leaseUntil !== null && run.leaseUntil > now
}

/** Whether the run's node is gone: its lease was handed back or has expired. */
export function isLost(run: RunState, now: Date): boolean {
  return run.status === 'Running' && !isLeased(run, now)
}

export function situationAt(snapshot: Snapshot, now: Date): Situation {
  const held = snapshot.runs.filter((run) => isLeased(run, now))
  const runningByType = new Map<number, number>()
  for (const run of held) runningByType.set(run.typeId, (runningByType.get(run.typeId) ?? 0) + 1)
  const chains = new Map<number, readonly TypeState[]>()
  return {
    ...snapshot,
    now,
    typeById: new Map(snapshot.types.map((type) => [type.id, type])),
    runningByType,
    writerByTarget: new Map(held.map((run) => [run.targetSsId, run])),
    prerequisitesOf(typeId) {
      const known = chains.get(typeId)
      if (known) return known
      const chain = dependencyChain({ typeId, types: snapshot.types }).filter((type) => type.id !== typeId)
      chains.set(typeId, chain)
      return chain
    },
  }
}

/** How things stand at the same moment once a node has taken the run. */
export function situationAfterStart(
  situation: Situation,
  { run, leaseUntil }: { run: RunState; leaseUntil: Date },
): Situation {
  const started: RunState = { ...run, status: 'Running', attempt: run.attempt + 1, leaseUntil, nextAttemptAt: null }
  const types = situation.types.map((type) => (type.id === run.typeId ? { ...type, lastStartAt: situation.now } : type))
  const runs = situation.runs.map((other) => (other.id === run.id ? started : other))
  return situationAt({ types, runs, failedPrerequisites: situation.failedPrerequisites }, situation.now)
}
