import { setImmediate as nextTurn } from 'node:timers/promises'
import { SECOND_MS } from '#domain/time.ts'
import { probeTempDir } from '#engine/compare/temp-files.ts'
import { every } from '#server/pace/every.ts'
import type { Attempt } from '#server/runs/attempt-lease.ts'
import type { StoppedRun } from '#server/runs/end-runs.ts'
import { type RunWork, readRunWorks } from '#server/runs/run-work.ts'
import type { Database } from '#server/storage/database.ts'
import type { AttemptOptions, AttemptTiming } from './attempt-work.ts'
import { claimNextRuns } from './claim-next-runs.ts'
import { watchLocalFaults } from './local-faults.ts'
import { createEndRecorder } from './record-ends.ts'
import { type RunningAttempt, startAttempt } from './run-attempt.ts'
import { sweepLeftovers } from './sweep-leftovers.ts'
import { listenToQueue, wakeWorkers } from './wake-workers.ts'

/** Maximum delay that `setTimeout` accepts. */
const MAX_TIMER_MS = 2_147_483_647
/** Time without a poll after which a node with a free worker has hung. */
const STALLED_AFTER_MS = 30 * SECOND_MS

export interface QueueTiming extends AttemptTiming {
  /** How often a node polls without being woken, in case a wake-up was missed. */
  readonly sweepMs: number
  /** Minimum time that a node that cannot write its files starts no runs. */
  readonly faultPauseMs: number
}

interface WorkerOptions extends Omit<AttemptOptions, 'localFaults' | 'works' | 'recordEnd'> {
  database: Database
  nodeId: string
  workers: number
  timing: QueueTiming
}

export interface Worker extends AsyncDisposable {
  /** Why this machine cannot work on runs for now, in a sentence; undefined when it can. */
  readonly localFault: string | undefined
  /** Whether this node could start runs, but has not polled for half a minute. */
  isStalled(): boolean
  /** Ends this node's attempts at these runs before their next request. Returns the runs that this node does not work on. */
  stopAttempts(stopped: readonly StoppedRun[]): StoppedRun[]
}

/**
 * Works on up to `workers` runs at once. It polls when it is woken and after each of its attempts. A timer covers events that
 * only time brings: the end of a queue delay, the next attempt, an expired lease.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { database, orm, nodeId, workers, logger, timing, tempDir, historyBytes, now } = options
  /** Attempts in progress. A worker is free once its promise resolves. */
  const attempts = new Map<RunningAttempt, Promise<void>>()
  const recordEnd = createEndRecorder(orm, { logger })
  const localFaults = watchLocalFaults({
    probe: () => probeTempDir(tempDir),
    onRecovery: poll,
    pauseMs: timing.faultPauseMs,
    logger,
  })
  let isStopping = false
  let isPollRequested = false
  let polling: Promise<void> | undefined
  let polledAtMs = performance.now()
  let waking = Promise.resolve()
  let dueTimer: NodeJS.Timeout | undefined

  const isAvailable = () => !isStopping && localFaults.current === undefined
  const freeWorkers = () => (isAvailable() ? workers - attempts.size : 0)
  /** Counts places for runs of lost nodes, which must not wait for busy workers: as many extra runs as there are workers. */
  const spareWorkers = () => (isAvailable() ? 2 * workers - attempts.size : 0)

  /** Starts a pass. A call during a pass, or while no worker is free, causes another pass after it. */
  function poll(): void {
    isPollRequested = true
    if (freeWorkers() > 0) polling ??= pollWhileRequested()
  }

  async function pollWhileRequested(): Promise<void> {
    while (isPollRequested && freeWorkers() > 0) {
      isPollRequested = false
      polledAtMs = performance.now()
      await pass().catch((err) => logger.error({ err }, 'Poll for runs failed'))
    }
    polling = undefined
  }

  async function pass(): Promise<void> {
    // The embedded database runs on this thread: without a pause, successive passes would block HTTP requests.
    await nextTurn()
    const found = await claimNextRuns({ orm, nodeId, now, leaseMs: timing.leaseMs, freeWorkers })
    if (found.isUnfinished) isPollRequested = true
    wakeAt(found.dueAt)
    if (found.leavesRuns) waking = wakeOthers()
    startAll(found.attempts)
  }

  function sweep(): void {
    if (freeWorkers() > 0) poll()
    else if (spareWorkers() > 0) polling ??= takeOverLostRuns()
  }

  async function takeOverLostRuns(): Promise<void> {
    const lost = { orm, nodeId, now, leaseMs: timing.leaseMs, freeWorkers: spareWorkers, isBusy: true }
    await claimNextRuns(lost).then(
      (found) => startAll(found.attempts),
      (err: unknown) => logger.error({ err }, 'Poll for lost runs failed'),
    )
    polling = undefined
    if (isPollRequested) poll()
  }

  function startAll(claimed: readonly Attempt[]): void {
    if (claimed.length === 0) return
    const works = readRunWorks(
      orm,
      claimed.map((attempt) => attempt.runId),
    )
    for (const attempt of claimed) start(attempt, works)
  }

  function start(attempt: Attempt, works: Promise<Map<number, RunWork>>): void {
    const running = startAttempt(attempt, { ...options, localFaults, works, recordEnd })
    attempts.set(running, untilEnded(running))
    if (isStopping) running.handBack()
  }

  async function untilEnded(running: RunningAttempt): Promise<void> {
    await running.done
    if (!isAvailable()) await wakeOthers()
    attempts.delete(running)
    poll()
  }

  async function wakeOthers(): Promise<void> {
    await wakeWorkers(orm).catch((err) => logger.error({ err }, 'Wake-up failed'))
  }

  function wakeAt(dueAt: Date | undefined): void {
    clearTimeout(dueTimer)
    if (!dueAt || isStopping) return
    const onDue = () => (freeWorkers() > 0 ? poll() : void wakeOthers())
    dueTimer = setTimeout(onDue, Math.min(Math.max(0, dueAt.getTime() - now().getTime()), MAX_TIMER_MS))
  }

  function stopAttempts(stopped: readonly StoppedRun[]): StoppedRun[] {
    return stopped.filter(({ runId, leaseOwner }) => {
      const here = [...attempts.keys()].filter((attempt) => attempt.runId === runId)
      for (const attempt of here) attempt.stop()
      return here.length === 0 || leaseOwner !== nodeId
    })
  }

  const subscription = await listenToQueue(database, {
    onWake: poll,
    onInterrupt(taskId) {
      for (const attempt of attempts.keys()) if (attempt.taskId === taskId) attempt.checkLease()
    },
    onGap() {
      for (const attempt of attempts.keys()) attempt.checkLease()
      poll()
    },
  })
  const onError = (err: unknown) => logger.error({ err }, 'Poll for runs failed')
  const sweeping = every(timing.sweepMs, { work: sweep, onError })
  const sweeper = sweepLeftovers({ orm, tempDir, historyBytes, logger, now })
  poll()
  return {
    get localFault() {
      return localFaults.current
    },
    isStalled: () => freeWorkers() > 0 && performance.now() - polledAtMs > STALLED_AFTER_MS,
    stopAttempts,
    async [Symbol.asyncDispose]() {
      isStopping = true
      localFaults[Symbol.dispose]()
      await sweeping[Symbol.asyncDispose]()
      await polling
      clearTimeout(dueTimer)
      for (const attempt of attempts.keys()) attempt.handBack()
      await Promise.all(attempts.values())
      await waking
      await sweeper[Symbol.asyncDispose]()
      await subscription.stop()
    },
  }
}
