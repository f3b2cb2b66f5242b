import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '#server/storage/database.ts'
import { type AttemptOptions, type RunningAttempt, startAttempt } from './run-attempt.ts'
import { takeNext } from './take-next.ts'

const LONGEST_TIMER_MS = 2_147_483_647

interface WorkerOptions extends AttemptOptions {
  database: Database
  nodeId: string
  workers: number
}

/**
 * Works on runs, `workers` at once. A wake call makes a free worker look for one; what only time brings (the end of a
 * delay, a next attempt, a lease that runs out) a timer wakes for, to the second, as far as this node knows of it.
 * Now and then each node looks by itself, for what it was not told.
 */
export async function startWorker(options: WorkerOptions): Promise<AsyncDisposable> {
  const { database, nodeId, workers, line, logger, timing, now } = options
  const attempts = new Set<RunningAttempt>()
  let isStopping = false
  let dueTimer: NodeJS.Timeout | undefined

  function wakeAt(dueAt: Date | undefined): void {
    clearTimeout(dueTimer)
    if (!dueAt || isStopping) return
    dueTimer = setTimeout(wake, Math.min(Math.max(0, dueAt.getTime() - now().getTime()), LONGEST_TIMER_MS))
  }

  function wake(): void {
    line.wake().catch((err) => logger.error({ err }, 'A worker could not be woken'))
  }

  async function look() {
    try {
      return await takeNext({ orm: database.orm, line, nodeId, now, leaseMs: timing.leaseMs })
    } catch (err) {
      // The queue of wake calls keeps to itself why one of them failed.
      logger.error({ err }, 'A worker could not look for the next run')
      throw err
    }
  }

  async function handle(): Promise<void> {
    // The embedded database answers without letting go of the thread: looks in a row would keep HTTP waiting.
    await nextTurn()
    if (isStopping) return
    const { attempt, dueAt } = await look()
    wakeAt(dueAt)
    if (!attempt) return
    const running = startAttempt(attempt, options)
    attempts.add(running)
    if (isStopping) running.handBack()
    await running.done
    attempts.delete(running)
  }

  function onPayload(payload: string): void {
    for (const attempt of attempts) if (payload === `run:${attempt.taskId}`) attempt.look()
  }

  const unlisten = await database.listen('nano_sync', { onPayload, onGap: () => wake() })
  await line.work({ workers, handle })
  const sweep = setInterval(wake, timing.sweepMs)
  return {
    async [Symbol.asyncDispose]() {
      isStopping = true
      clearInterval(sweep)
      clearTimeout(dueTimer)
      await line.rest()
      for (const attempt of attempts) attempt.handBack()
      await Promise.all([...attempts].map((attempt) => attempt.done))
      await unlisten()
    },
  }
}
