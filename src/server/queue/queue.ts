import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Outcome } from '#contract/field.ts'
import type { TaskProgress } from '#contract/task.ts'
import type { Config } from '#server/config.ts'
import type { Google } from '#server/google/google.ts'
import { endLeasesOfOthers } from '#server/runs/leases.ts'
import type { Database, Orm } from '#server/storage/database.ts'
import { runSync } from '#server/sync/run-sync.ts'
import { readProgress } from './progress.ts'
import { DEFAULT_TIMING, type QueueTiming } from './queue-timing.ts'
import { requestAll, requestGroup, requestTask } from './request.ts'
import type { QueueMetrics } from './run-attempt.ts'
import { resetStatus, stopAllRuns, stopGroupRuns, stopTaskRun } from './stop.ts'
import { openWakeLine } from './wake-signal.ts'
import { startWorker } from './worker.ts'

export interface Queue extends AsyncDisposable {
  /**
   * Queues a run of a task; a warning when it is inactive or has a run in progress.
   * @throws Refusal 'not_found'
   */
  runTask(wanted: { taskId: number; triggeredBy: string; allowShrink?: boolean }): Promise<Outcome>
  /**
   * Queues the active tasks of a type that have no run in progress.
   * @throws Refusal 'not_found'
   */
  runGroup(wanted: { typeId: number; triggeredBy: string }): Promise<Outcome>
  runAll(wanted: { triggeredBy: string }): Promise<Outcome>
  /** @throws Refusal 'not_found' */
  stopTask(taskId: number): Promise<Outcome>
  /** @throws Refusal 'not_found' */
  stopGroup(typeId: number): Promise<Outcome>
  stopAll(): Promise<Outcome>
  /** Puts tasks back to Pending whose status claims work that no live node is doing; answers how many. */
  resetRunningStatus(): Promise<number>
  /** By the task's id; of all tasks when none are named. Read through `orm`, where it is to fit what else a transaction reads. */
  progress(taskIds?: readonly number[], orm?: Orm): Promise<ReadonlyMap<number, TaskProgress>>
  /** Makes a free worker look for something to do. */
  wake(): Promise<void>
  /** Takes up nothing more on this node and hands back what runs; requests are still heard. */
  rest(): Promise<void>
}

interface QueueOptions {
  database: Database
  google: Google
  config: Pick<Config, 'queue' | 'schedule'>
  logger: Logger
  now: () => Date
  /** Differs from every other node's. */
  nodeId?: string
  /** No other process uses the database; so it is where the embedded one is used. */
  isOnlyNode?: boolean
  timing?: Partial<QueueTiming>
  metrics?: QueueMetrics
  /** How a task is copied. */
  sync?: typeof runSync
}

/** Starts the queue, and its workers where the node's role is to work; disposing of it hands running runs back. */
const noMetrics: QueueMetrics = { started() {} }

export async function startQueue(options: QueueOptions): Promise<Queue> {
  const { database, google, config, logger, now, nodeId = randomUUID(), sync = runSync, metrics = noMetrics } = options
  const { orm } = database
  const timing = { ...DEFAULT_TIMING, ...options.timing }
  const line = await openWakeLine({ database, logger })
  if (options.isOnlyNode ?? !database.pool) await endLeasesOfOthers(orm, { nodeId, now: now() })
  const { workers, role } = config.queue
  const worker =
    role === 'web'
      ? undefined
      : await startWorker({ database, orm, google, line, logger, timing, now, nodeId, workers, sync, metrics })
  let resting: Promise<void> | undefined
  const rest = () => (resting ??= Promise.resolve(worker?.[Symbol.asyncDispose]()))
  const request = { orm, line, now }
  return {
    runTask: (wanted) => requestTask(request, wanted),
    runGroup: (wanted) => requestGroup(request, wanted),
    runAll: (wanted) => requestAll(request, wanted),
    stopTask: (taskId) => stopTaskRun(request, taskId),
    stopGroup: (typeId) => stopGroupRuns(request, typeId),
    stopAll: () => stopAllRuns(request),
    resetRunningStatus: () => resetStatus(request),
    progress: (taskIds, through = orm) =>
      readProgress(through, { taskIds, now: now(), timezone: config.schedule.timezone }),
    wake: () => line.wake(),
    rest,
    async [Symbol.asyncDispose]() {
      await rest()
      await line[Symbol.asyncDispose]()
    },
  }
}
