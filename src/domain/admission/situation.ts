/*
 * Admission decides which run starts next, by pure rules over one snapshot of the database:
 *
 * - `Snapshot`: types, unfinished runs and failed prerequisites, read in one statement.
 * - `Situation`: a snapshot at a point in time, with lookups such as who writes which target.
 * - `dueEndings`: the runs to end without an attempt (stopped, prerequisite failed, node lost too often).
 * - `admit`: the run to start now. `findBlocker` says what keeps a run from starting.
 * - `nextDueAt`: when the passing of time alone may change the result.
 * - `waitingReason`: a run's blocker as text for users.
 *
 * Under a lock, a worker applies the endings, starts the admitted run and sleeps until the due time or a wake-up.
 */
import type { Pause } from '#domain/schedule/pause.ts'
import { type DependentType, dependencyChain } from '#domain/tasks/dependency.ts'
import { SECOND_MS } from '#domain/time.ts'

/** The task type fields needed for admission. */
export interface TypeState extends DependentType {
  readonly position: number
  readonly allowedConcurrentTasks: number
  readonly queueDelaySeconds: number
  readonly maxRetries: number
  /** When an attempt of the type last started, on any node. */
  readonly lastStartAt: Date | null
  /** The Queued, Running, Failed and Stopping runs of its tasks, ordered by when they were queued. */
  readonly inProgress: readonly QueuedTogether[]
}

/** Runs of a type queued together. */
interface QueuedTogether {
  readonly queuedAt: Date
  readonly count: number
}

/** A run in progress, with the task fields needed for admission. */
export interface RunState {
  readonly id: number
  readonly taskId: number
  readonly taskName: string
  readonly typeId: number
  /** The task's position within its type. */
  readonly position: number
  readonly maxConcurrentTasks: number | null
  /** Target spreadsheets named by its task; empty if a sheet lists them. */
  readonly targetSsIds: readonly string[]
  /** Target places the attempt has requested; null until it has read the list. */
  readonly targetPlaces: TargetPlaces | null
  readonly waveId: string
  /** Whether it undoes earlier runs; a pause does not delay an undo. */
  readonly isUndo: boolean
  /** When the wave was queued. */
  readonly queuedAt: Date
  readonly status: 'Queued' | 'Running' | 'Failed' | 'Stopping'
  /** How many attempts have started. */
  readonly attempt: number
  readonly nextAttemptAt: Date | null
  readonly stopRequestedAt: Date | null
  readonly leaseUntil: Date | null
  /** End of the attempt's wait for quota. */
  readonly waitingUntil: Date | null
  /** When the attempt compares again after its copy; null while it copies. */
  readonly recheckAt: Date | null
  /** Name of an upstream task with a run in progress in the same wave; null if there is none. */
  readonly waitsForSource: string | null
  /** Number of earlier runs with the same type and status. */
  readonly runsAhead: number
}

/** Target spreadsheets a run has read from a list, because its task does not name them. */
export interface TargetPlaces {
  readonly ssIds: readonly string[]
  /** Whether the run may write. Until then, it waits for other writers. */
  readonly isTaken: boolean
}

/** A run whose end keeps dependent runs of its wave from starting. */
export interface FailedPrerequisite {
  readonly waveId: string
  readonly typeId: number
  readonly taskId: number
  readonly taskName: string
  readonly status: 'Error' | 'Stopped'
}

/** The input of the rules, read in a single statement. */
export interface Snapshot {
  readonly types: readonly TypeState[]
  /** All Running and Stopping runs, and at least the first waiting runs of each type. */
  readonly runs: readonly RunState[]
  /** Failed prerequisites in the waves of Queued runs whose type has a prerequisite. Only the endings need them. */
  readonly failedPrerequisites: readonly FailedPrerequisite[]
  /** The last pause of all runs, even if it is over; undefined if there was none. */
  readonly pause: Pause | undefined
}

/** A snapshot at `now`, with lookups. */
export interface Situation extends Snapshot {
  readonly now: Date
  readonly typeById: ReadonlyMap<number, TypeState>
  /** Number of a type's runs that copy on a live node or are about to compare again. */
  readonly runningByType: ReadonlyMap<number, number>
  /** The leased run that writes to a spreadsheet, by the spreadsheet's id. */
  readonly writerByTarget: ReadonlyMap<string, RunState>
  /** All types a type depends on, directly or not. */
  readonly findPrerequisites: (typeId: number) => readonly TypeState[]
}

/** Whether a live node works on the run. Limits count unexpired leases, never a counter. */
export function isLeased(run: RunState, now: Date): boolean {
  return (run.status === 'Running' || run.status === 'Stopping') && run.leaseUntil !== null && run.leaseUntil > now
}

/** Whether the run only waits on a live node for writes that an earlier attempt may have sent. */
function isWaitingToRecheck({ recheckAt }: RunState, now: Date): boolean {
  return recheckAt !== null && recheckAt > now
}

/** Whether the run no longer has a node, because its lease has expired or was handed back. */
export function isLost(run: RunState, now: Date): boolean {
  return run.status === 'Running' && !isLeased(run, now)
}

/** Time for nodes with a free worker to resume a lost run before busy nodes do. */
const FREE_NODES_FIRST_MS = 10 * SECOND_MS

/** Restricts a node without a free worker to lost runs left over by nodes with free workers. */
export function withoutFreeWorkers(situation: Situation): Situation {
  const { now, runs } = situation
  const limit = new Date(now.getTime() - FREE_NODES_FIRST_MS)
  const isLongLost = (run: RunState) => isLost(run, now) && (run.leaseUntil === null || run.leaseUntil <= limit)
  return { ...situation, runs: runs.filter((run) => isLeased(run, now) || isLongLost(run)) }
}

/** Lists the spreadsheets a run writes. No other run writes them at the same time. */
export function listWritten({ targetSsIds, targetPlaces }: Pick<RunState, 'targetSsIds' | 'targetPlaces'>): string[] {
  return [...targetSsIds, ...(targetPlaces?.ssIds ?? [])]
}

export function situationAt(snapshot: Snapshot, now: Date): Situation {
  const leased = snapshot.runs.filter((run) => isLeased(run, now))
  const runningByType = new Map<number, number>()
  for (const run of leased) {
    // Due retries count, so no other run starts before them.
    if (isWaitingToRecheck(run, now)) continue
    runningByType.set(run.typeId, (runningByType.get(run.typeId) ?? 0) + 1)
  }
  const prerequisites = new Map<number, readonly TypeState[]>()
  return {
    ...snapshot,
    now,
    typeById: new Map(snapshot.types.map((type) => [type.id, type])),
    runningByType,
    writerByTarget: new Map(leased.flatMap((run) => listWritten(run).map((id) => [id, run] as const))),
    findPrerequisites(typeId) {
      const known = prerequisites.get(typeId)
      if (known) return known
      const found = dependencyChain({ typeId, types: snapshot.types }).filter((type) => type.id !== typeId)
      prerequisites.set(typeId, found)
      return found
    },
  }
}

/** The situation right after a node has claimed the run. */
export function situationAfterStart(
  situation: Situation,
  { run, leaseUntil }: { run: RunState; leaseUntil: Date },
): Situation {
  const { now, failedPrerequisites, pause } = situation
  const started: RunState = {
    ...run,
    status: 'Running',
    attempt: run.attempt + 1,
    leaseUntil,
    nextAttemptAt: null,
    recheckAt: null,
  }
  const types = situation.types.map((type) => (type.id === run.typeId ? { ...type, lastStartAt: now } : type))
  const runs = situation.runs.map((other) => (other.id === run.id ? started : other))
  return situationAt({ types, runs, failedPrerequisites, pause }, now)
}
