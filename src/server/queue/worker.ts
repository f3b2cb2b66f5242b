import { setImmediate as nextTurn } from 'node:timers/promises'
import type { StoppedRun } from '#server/runs/end-runs.ts'
import type { Database } from '#server/storage/database.ts'
import { probeScratch } from '#server/sync/scratch.ts'
import { watchLocalFaults } from './local-faults.ts'
import { type AttemptOptions, type AttemptTiming, type RunningAttempt, startAttempt } from './run-attempt.ts'
import { sweepLeftovers } from './sweep-leftovers.ts'
import { takeNext } from './take-next.ts'

/** The longest delay that `setTimeout` takes. */
const MAX_TIMER_MS = 2_147_483_647

export interface QueueTiming extends AttemptTiming {
  /** How often a node polls without being woken, in case a wake-up was missed. */
  readonly sweepMs: number
  /** How long a node that cannot write its files stays out of work at least. */
  readonly faultPauseMs: number
}

interface WorkerOptions extends Omit<AttemptOptions, 'localFaults'> {
  database: Database
  nodeId: string
  workers: number
  timing: QueueTiming
}

export interface Worker extends AsyncDisposable {
  /** Why this machine cannot work on runs for now, in a sentence; undefined when it can. */
  readonly localFault: string | undefined
  /** Ends its attempts at these runs before their next request, and returns the runs that it does not work on. */
  stopAttempts(stopped: readonly StoppedRun[]): StoppedRun[]
}

/**
 * Works on runs, `workers` at once. A wake-up makes one free worker poll for a run. Events that only the passing of time
 * brings (the end of a queue delay, the next attempt, an expired lease) are covered by a timer.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { database, nodeId, workers, wakeSignal, logger, timing, scratchDir, historyBytes, now } = options
  const attempts = new Set<RunningAttempt>()
  const localFaults = watchLocalFaults({
    probe: () => probeScratch(scratchDir),
    onFault: () => wakeSignal.drain().catch(onWorkError),
    onRecovery: () => void listenForWakeUps().then(wake, onWorkError),
    pauseMs: timing.faultPauseMs,
    logger,
  })
  let isStopping = false
  let dueTimer: NodeJS.Timeout | undefined

  function wakeAt(dueAt: Date | undefined): void {
    clearTimeout(dueTimer)
    if (!dueAt || isStopping) return
    dueTimer = setTimeout(wake, Math.min(Math.max(0, dueAt.getTime() - now().getTime()), MAX_TIMER_MS))
  }

  function wake(): void {
    wakeSignal.wake().catch((err) => logger.error({ err }, 'Wake-up failed'))
  }

  async function poll() {
    try {
      return await takeNext({ orm: database.orm, wakeSignal, nodeId, now, leaseMs: timing.leaseMs })
    } catch (err) {
      // pg-boss does not log why a handler failed.
      logger.error({ err }, 'Poll for runs failed')
      throw err
    }
  }

  async function handle(): Promise<void> {
    // The embedded database runs on this thread: without a pause, polls in a row would block HTTP.
    await nextTurn()
    if (isStopping || localFaults.current !== undefined) return
    const { attempt, dueAt } = await poll()
    wakeAt(dueAt)
    if (!attempt) return
    const running = startAttempt(attempt, { ...options, localFaults })
    attempts.add(running)
    if (isStopping) running.handBack()
    await running.done
    attempts.delete(running)
  }

  function onPayload(payload: string): void {
    for (const attempt of attempts) if (payload === `run:${attempt.taskId}`) attempt.checkLease()
  }

  function stopAttempts(stopped: readonly StoppedRun[]): StoppedRun[] {
    return stopped.filter(({ runId, leaseOwner }) => {
      const here = [...attempts].filter((attempt) => attempt.runId === runId)
      for (const attempt of here) attempt.stop()
      return here.length === 0 || leaseOwner !== nodeId
    })
  }

  function onWorkError(err: unknown): void {
    logger.error({ err }, 'Taking this server in or out of work failed')
  }

  async function listenForWakeUps(): Promise<void> {
    if (!isStopping) await wakeSignal.work({ workers, handle })
  }

  const wakeUps = await database.listen('nano_sync', { onPayload, onGap: () => wake() })
  await listenForWakeUps()
  const sweep = setInterval(wake, timing.sweepMs)
  const sweeper = sweepLeftovers({ orm: database.orm, scratchDir, historyBytes, logger, now })
  return {
    get localFault() {
      return localFaults.current
    },
    stopAttempts,
    async [Symbol.asyncDispose]() {
      isStopping = true
      localFaults[Symbol.dispose]()
      clearInterval(sweep)
      clearTimeout(dueTimer)
      await wakeSignal.drain()
      for (const attempt of attempts) attempt.handBack()
      await Promise.all([...attempts].map((attempt) => attempt.done))
      await sweeper[Symbol.asyncDispose]()
      await wakeUps.stop()
    },
  }
}
