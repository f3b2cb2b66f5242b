import { admit } from '#domain/admission/admit.ts'
import { nextDueAt } from '#domain/admission/due.ts'
import { dueEndings } from '#domain/admission/endings.ts'
import { isLeased, type RunState, type Situation, situationAt, type TypeState } from '#domain/admission/situation.ts'
import { assertMove, type RunStatus } from '#domain/runs/run-status.ts'
import { noonAnd } from './a-situation.ts'

const LEASE_SECONDS = 20

export interface ModelTask {
  readonly id: number
  readonly typeId: number
  readonly maxConcurrentTasks: number | null
  readonly targetSsId: string
}

export interface ModelRun {
  readonly id: number
  readonly task: ModelTask
  readonly waveId: string
  status: RunStatus
  attempt: number
  nextAttemptAt: Date | null
  stopRequestedAt: Date | null
  leaseUntil: Date | null
  isStopWanted: boolean
}

/** What is seen at the moment at which a run starts. */
export interface Start {
  readonly run: RunState
  readonly situation: Situation
  /** The run's node was lost: it is taken up. */
  readonly isTakeUp: boolean
}

type ModelType = { -readonly [K in keyof TypeState]: TypeState[K] }

/** Runs, nodes and the clock without a database: what the queue does with the rules, one step at a time. */
export class QueueModel {
  readonly types: ModelType[]
  readonly tasks: readonly ModelTask[]
  readonly runs: ModelRun[] = []
  readonly starts: Start[] = []
  #seconds = 0
  #waves = 0

  constructor({ types, tasks }: { types: readonly TypeState[]; tasks: readonly ModelTask[] }) {
    this.types = types.map((type) => ({ ...type }))
    this.tasks = tasks
  }

  get now(): Date {
    return noonAnd(this.#seconds)
  }

  get inProgress(): ModelRun[] {
    return this.runs.filter(({ status }) => ['Queued', 'Running', 'Failed', 'Stopping'].includes(status))
  }

  /** The runs that a live node works on. */
  get held(): ModelRun[] {
    return this.inProgress.filter((run) => isLeased(this.#stateOf(run), this.now))
  }

  request(taskIds: readonly number[]): void {
    this.#waves += 1
    for (const task of this.tasks) {
      if (!taskIds.includes(task.id) || this.inProgress.some((run) => run.task === task)) continue
      const times = { nextAttemptAt: null, stopRequestedAt: null, leaseUntil: null }
      const id = this.runs.length + 1
      this.runs.push({
        id,
        task,
        waveId: `wave-${this.#waves}`,
        status: 'Queued',
        attempt: 0,
        isStopWanted: false,
        ...times,
      })
    }
  }

  /** Live nodes renew their leases as time passes. */
  passTime(seconds: number): void {
    const held = this.held
    this.#seconds += seconds
    for (const run of held) run.leaseUntil = noonAnd(this.#seconds + LEASE_SECONDS)
  }

  /** Ends what is over and starts what may start; answers whether anything happened. */
  step(): boolean {
    const endings = dueEndings(this.#situation())
    for (const { run, status } of endings) this.#move(this.#find(run.id), status)
    const situation = this.#situation()
    const next = admit(situation)
    if (next) this.#start(next, situation)
    return endings.length > 0 || next !== undefined
  }

  /** The node of a run ends its attempt; a stop wins over however it ended. */
  endAttempt(run: ModelRun, end: 'Success' | 'Warning' | 'Error' | 'Failed'): void {
    const mayRetry = end === 'Failed' && run.attempt <= (this.#typeOf(run)?.maxRetries ?? 0)
    this.#move(run, run.status === 'Stopping' ? 'Stopped' : end === 'Failed' && !mayRetry ? 'Error' : end)
    run.leaseUntil = null
    if (run.status === 'Failed') run.nextAttemptAt = noonAnd(this.#seconds + 5)
  }

  stop(run: ModelRun): void {
    run.isStopWanted = true
    run.stopRequestedAt ??= this.now
    if (run.status === 'Running') this.#move(run, 'Stopping')
    else if (run.status !== 'Stopping') this.#move(run, 'Stopped')
  }

  crash(run: ModelRun): void {
    run.leaseUntil = this.now
  }

  /** Lets every attempt succeed and time pass until nothing is in progress; answers whether that came to an end. */
  drain(): boolean {
    for (let rounds = 0; rounds < 50 * (this.runs.length + 1); rounds += 1) {
      while (this.step()) {}
      for (const run of this.held) this.endAttempt(run, 'Success')
      if (this.inProgress.length === 0) return true
      const dueAt = nextDueAt(this.#situation())
      if (dueAt) this.passTime((dueAt.getTime() - this.now.getTime()) / 1000)
    }
    return false
  }

  #start(state: RunState, situation: Situation): void {
    const run = this.#find(state.id)
    this.starts.push({ run: state, situation, isTakeUp: state.status === 'Running' })
    this.#move(run, 'Running')
    run.attempt += 1
    run.leaseUntil = noonAnd(this.#seconds + LEASE_SECONDS)
    const type = this.#typeOf(run)
    if (type) type.lastStartAt = this.now
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

  #typeOf(run: ModelRun): ModelType | undefined {
    return this.types.find((type) => type.id === run.task.typeId)
  }

  #situation(): Situation {
    const types = this.types.map((type) => ({
      ...type,
      inProgressCount: this.inProgress.filter((run) => run.task.typeId === type.id).length,
    }))
    const failedPrerequisites = this.runs.flatMap(({ status, waveId, task }) =>
      status === 'Error' || status === 'Stopped'
        ? [{ waveId, typeId: task.typeId, taskName: `Task ${task.id}`, status }]
        : [],
    )
    return situationAt({ types, runs: this.inProgress.map((run) => this.#stateOf(run)), failedPrerequisites }, this.now)
  }

  #stateOf({ task, status, ...run }: ModelRun): RunState {
    return {
      ...run,
      ...task,
      id: run.id,
      taskId: task.id,
      taskName: `Task ${task.id}`,
      position: task.id,
      status: status as RunState['status'],
      waitingUntil: null,
      runsAhead: 0,
    }
  }
}
