import { findBlocker, type StartBlocker } from '#domain/admission/admit.ts'
import { admitSeveral } from '#domain/admission/admit-several.ts'
import { nextDueAt } from '#domain/admission/due.ts'
import { dueEndings, type Ending } from '#domain/admission/endings.ts'
import {
  isLeased,
  type RunState,
  type Situation,
  situationAfterStart,
  situationAt,
  type TypeState,
} from '#domain/admission/situation.ts'
import { retryOrGiveUp } from '#domain/runs/retry-or-give-up.ts'
import { assertMove, isInProgress, type RunStatus } from '#domain/runs/run-status.ts'
import { SECOND_MS } from '#domain/time.ts'
import { noonPlus } from './build-situation.ts'

const LEASE_SECONDS = 20

export interface ModelType extends TypeState {
  readonly retryDelaySeconds: number
}

export interface ModelTask {
  readonly id: number
  readonly typeId: number
  readonly maxConcurrentTasks: number | null
  readonly targetSsIds: readonly string[]
}

export interface ModelRun {
  readonly id: number
  readonly task: ModelTask
  readonly waveId: string
  readonly queuedAt: Date
  /** Blockers that have delayed its next attempt so far. */
  readonly blockers: Set<StartBlocker['kind']>
  status: RunStatus
  attempt: number
  nextAttemptAt: Date | null
  stopRequestedAt: Date | null
  leaseUntil: Date | null
}

/** A run at its start, and the state of all runs. */
export interface Start {
  readonly run: RunState
  /** Situation that the rules saw. */
  readonly situation: Situation
  /** When the run was claimed. Other nodes may have changed runs since the rules' snapshot was read. */
  readonly situationAtClaim: Situation
  /** Whether the run was taken over from a lost node. */
  readonly isTakeover: boolean
}

/** Possible ends of an attempt while its node is alive. */
export type AttemptEnd = 'Success' | 'Warning' | 'temporary error' | 'permanent error'

/** Cases that the laws of the queue are about. */
export type Case =
  | `started after waiting for ${StartBlocker['kind']}`
  | 'started before a later prerequisite'
  | 'requested while in progress'
  | 'changed before it was claimed'
  | 'started with others in one pass'
  | 'ended by a prerequisite of its wave'
  | 'retries exhausted'
  | 'permanent error'
  | 'taken over from a lost node'
  | 'lost too often'
  | 'stopped while queued'
  | 'stopped while waiting for a retry'
  | 'stopped while running'
  | 'stopped after its attempt ended'
  | 'stopped because its node was lost'
  | 'stopped by force'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** Models runs, nodes and the clock without a database. Performs the work of the queue step by step, with the same rules. */
export class QueueModel {
  readonly types: readonly Mutable<ModelType>[]
  readonly tasks: readonly ModelTask[]
  readonly runs: ModelRun[] = []
  readonly starts: Start[] = []
  /** The cases seen so far. */
  readonly cases = new Set<Case>()
  #seconds = 0
  #waves = 0
  /** Situation that the current pass has read. */
  #seen: Situation | undefined

  constructor({ types, tasks }: { types: readonly ModelType[]; tasks: readonly ModelTask[] }) {
    this.types = types.map((type) => ({ ...type }))
    this.tasks = tasks
  }

  get now(): Date {
    return noonPlus(this.#seconds)
  }

  get inProgress(): ModelRun[] {
    return this.runs.filter(({ status }) => isInProgress(status))
  }

  /** Runs in progress on a live node. */
  get held(): ModelRun[] {
    return this.inProgress.filter((run) => isLeased(this.#buildState(run), this.now))
  }

  /** Queues the tasks without a run in progress, as a wave. */
  request(taskIds: readonly number[]): void {
    this.#waves += 1
    for (const task of this.tasks.filter(({ id }) => taskIds.includes(id))) {
      if (this.inProgress.some((run) => run.task === task)) {
        this.cases.add('requested while in progress')
        continue
      }
      this.runs.push({
        id: this.runs.length + 1,
        task,
        waveId: `wave-${this.#waves}`,
        queuedAt: this.now,
        blockers: new Set(),
        status: 'Queued',
        attempt: 0,
        nextAttemptAt: null,
        stopRequestedAt: null,
        leaseUntil: null,
      })
    }
  }

  /** Moves the clock. Live nodes renew their leases meanwhile. */
  passTime(seconds: number): void {
    const { held } = this
    this.#seconds += seconds
    for (const run of held) run.leaseUntil = noonPlus(this.#seconds + LEASE_SECONDS)
  }

  /** Starts a pass over the queue, which reads its snapshot. `step` ends the pass, after any events in between. */
  look(): void {
    this.#seen ??= this.#situation()
  }

  /** Ends the runs that are over. Without such runs, starts up to `workers` runs. Returns whether anything happened. */
  step(workers = 1): boolean {
    let situation = this.#seen ?? this.#situation()
    this.#seen = undefined
    const endings = dueEndings(situation)
    for (const ending of endings) this.#end(ending, situation)
    if (endings.length > 0) return true
    const leaseUntil = noonPlus(this.#seconds + LEASE_SECONDS)
    const { admitted } = admitSeveral(situation, { max: workers, leaseUntil })
    if (admitted.length > 1) this.cases.add('started with others in one pass')
    for (const run of admitted) {
      if (this.#isUnchanged(run)) this.#start(run, situation)
      else this.cases.add('changed before it was claimed')
      situation = situationAfterStart(situation, { run, leaseUntil })
    }
    for (const run of situation.runs) this.#noteBlocker(run, situation)
    return admitted.length > 0
  }

  /** Ends the attempt of a run. A stop wins over any other end of the attempt. */
  endAttempt(run: ModelRun, end: AttemptEnd): void {
    run.leaseUntil = null
    if (run.status === 'Stopping') {
      this.cases.add('stopped after its attempt ended')
      this.#move(run, 'Stopped')
    } else if (end === 'Success' || end === 'Warning') this.#move(run, end)
    else this.#fail(run, end)
  }

  stop(run: ModelRun): void {
    run.stopRequestedAt ??= this.now
    if (run.status === 'Running') {
      this.cases.add('stopped while running')
      this.#move(run, 'Stopping')
    } else if (run.status !== 'Stopping') {
      this.cases.add(run.status === 'Queued' ? 'stopped while queued' : 'stopped while waiting for a retry')
      this.#move(run, 'Stopped')
    }
  }

  /** Crashes the node of a run. */
  crash(run: ModelRun): void {
    run.leaseUntil = this.now
  }

  /** Lets every attempt succeed and time pass until no run is in progress. Returns whether this state was reached. */
  drain(): boolean {
    for (let rounds = 0; rounds < 50 * (this.runs.length + 1); rounds += 1) {
      while (this.step()) {}
      for (const run of this.held) this.endAttempt(run, 'Success')
      if (this.inProgress.length === 0) return true
      const dueAt = nextDueAt(this.#situation())
      if (dueAt) this.passTime((dueAt.getTime() - this.now.getTime()) / SECOND_MS)
    }
    return false
  }

  #fail(run: ModelRun, end: 'temporary error' | 'permanent error'): void {
    const isPermanent = end === 'permanent error'
    const { maxRetries, retryDelaySeconds } = this.#findType(run)
    const after = retryOrGiveUp({ attempt: run.attempt, isPermanent, maxRetries, retryDelaySeconds, now: this.now })
    this.#move(run, after.status)
    if (after.status === 'Failed') run.nextAttemptAt = after.nextAttemptAt
    else this.cases.add(isPermanent ? 'permanent error' : 'retries exhausted')
  }

  /** Whether a run's state is unchanged since the snapshot. Only then the database claims or ends the run. */
  #isUnchanged(state: RunState): boolean {
    const { status, attempt } = this.#find(state.id)
    return status === state.status && attempt === state.attempt
  }

  #end({ run, status }: Ending, { now }: Situation): void {
    if (!this.#isUnchanged(run)) return
    if (status === 'Warning') this.cases.add('ended by a prerequisite of its wave')
    else if (status === 'Error') this.cases.add('lost too often')
    else this.cases.add(isLeased(run, now) ? 'stopped by force' : 'stopped because its node was lost')
    this.#move(this.#find(run.id), status)
  }

  #start(state: RunState, situation: Situation): void {
    const run = this.#find(state.id)
    const isTakeover = state.status === 'Running'
    this.starts.push({ run: state, situation, situationAtClaim: this.#situation(), isTakeover })
    if (isTakeover) this.cases.add('taken over from a lost node')
    for (const blocker of run.blockers) this.cases.add(`started after waiting for ${blocker}`)
    run.blockers.clear()
    this.#move(run, 'Running')
    run.attempt += 1
    run.leaseUntil = noonPlus(this.#seconds + LEASE_SECONDS)
    this.#findType(run).lastStartAt = this.now
  }

  #noteBlocker(state: RunState, situation: Situation): void {
    const run = this.#find(state.id)
    if (run.status !== 'Queued' && run.status !== 'Failed') return
    const blocker = findBlocker(state, situation)
    if (blocker) run.blockers.add(blocker.kind)
  }

  #move(run: ModelRun, to: RunStatus): void {
    assertMove({ from: run.status, to })
    run.status = to
  }

  #find(runId: number): ModelRun {
    const run = this.runs[runId - 1]
    if (!run) throw new Error(`There is no run ${runId}`)
    return run
  }

  #findType({ task }: ModelRun): Mutable<ModelType> {
    const type = this.types.find(({ id }) => id === task.typeId)
    if (!type) throw new Error(`There is no type ${task.typeId}`)
    return type
  }

  #situation(): Situation {
    const types = this.types.map((type) => ({
      ...type,
      inProgress: this.inProgress
        .filter((run) => run.task.typeId === type.id)
        .map(({ queuedAt }) => ({ queuedAt, count: 1 })),
    }))
    const failedPrerequisites = this.runs.flatMap(({ status, waveId, task }) =>
      status === 'Error' || status === 'Stopped'
        ? [{ waveId, typeId: task.typeId, taskId: task.id, taskName: `Task ${task.id}`, status }]
        : [],
    )
    const runs = this.inProgress.map((run) => this.#buildState(run))
    return situationAt({ types, runs, failedPrerequisites, pause: undefined }, this.now)
  }

  #buildState({ task, status, ...run }: ModelRun): RunState {
    return {
      ...run,
      ...task,
      targetPlaces: null,
      id: run.id,
      taskId: task.id,
      taskName: `Task ${task.id}`,
      position: task.id,
      status: status as RunState['status'],
      waitingUntil: null,
      recheckAt: null,
      waitsForSource: null,
      isUndo: false,
      runsAhead: 0,
    }
  }
}
