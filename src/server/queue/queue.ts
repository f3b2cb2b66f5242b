import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import type { Logger } from 'pino'
import type { Outcome } from '#contract/field.ts'
import type { SelectionOutcome } from '#contract/selected-tasks.ts'
import type { TaskProgress } from '#contract/task-progress.ts'
import type { UndoRequest } from '#domain/runs/undo-request.ts'
import { localTimeFormatter } from '#domain/schedule/local-time.ts'
import { runSync } from '#engine/run-sync.ts'
import type { Config } from '#server/config/config.ts'
import type { Google } from '#server/google/google.ts'
import { expireLeasesOfOthers } from '#server/runs/attempt-lease.ts'
import { MAX_CHANGE_SET_BYTES } from '#server/runs/change-sets.ts'
import type { Database, Orm } from '#server/storage/database.ts'
import type { AttemptOptions, NoteFinder, QueueMetrics } from './attempt-work.ts'
import { readProgress } from './progress.ts'
import { requestAll, requestGroup, requestTask } from './request.ts'
import { type PreviewedRequest, requestAccepted, requestPreviewed } from './request-accepted.ts'
import { requestAffected } from './request-affected.ts'
import { requestSelected, type SelectedRequest } from './request-selected.ts'
import { requestTakeOver } from './request-take-over.ts'
import { requestUndo, requestUndos } from './request-undo.ts'
import { resetStatus, type StopDeps, stopAllRuns, stopGroupRuns, stopSelectedRuns, stopTaskRun } from './stop.ts'
import { wakeWorkers } from './wake-workers.ts'
import { type QueueTiming, startWorker } from './worker.ts'

export const DEFAULT_TIMING: QueueTiming = {
  leaseMs: 20_000,
  heartbeatMs: 5_000,
  sweepMs: 5_000,
  reportMs: 500,
  faultPauseMs: 10_000,
}

export interface Queue extends AsyncDisposable {
  /**
   * Queues a run of a task; returns a warning when the task is inactive or has a run in progress.
   * @throws Refusal 'not_found', or 'conflict' when the hold to accept is not open any more
   */
  runTask(request: {
    taskId: number
    triggeredBy: string
    accept?: number | undefined
    allowShrink?: boolean
  }): Promise<Outcome>
  /** Accepts the holds that are still open, and queues their tasks. */
  acceptHolds(request: { ids: readonly number[]; triggeredBy: string }): Promise<Outcome>
  /** Makes a person the owner of tasks that are held because their owner left. */
  takeOver(request: { ids: readonly number[]; owner: string }): Promise<Outcome>
  /**
   * Queues the active tasks of a type that have no run in progress.
   * @throws Refusal 'not_found'
   */
  runGroup(request: { typeId: number; triggeredBy: string }): Promise<Outcome>
  runAll(request: { triggeredBy: string }): Promise<Outcome>
  /**
   * Queues a task, all tasks that failed for the same cause, and all tasks blocked by them.
   * @throws Refusal 'not_found'
   */
  runAffected(request: { taskId: number; triggeredBy: string }): Promise<Outcome>
  /** Queues the selected active tasks without a run in progress. */
  runSelected(request: SelectedRequest): Promise<SelectionOutcome>
  /** Queues the given tasks that the preview includes. Each run logs how it differs from the preview. */
  runPreviewed(request: PreviewedRequest): Promise<Outcome>
  /**
   * Queues a run that undoes a run and the later ones of its task.
   * @throws Refusal 'not_found' or 'conflict'
   */
  undo(request: { taskId: number; undo: UndoRequest; triggeredBy: string }): Promise<Outcome>
  /** Undoes runs of several tasks that can be undone, each with the later runs of its task. */
  undoRuns(request: {
    runs: readonly { taskId: number; runId: number }[]
    triggeredBy: string
  }): Promise<SelectionOutcome>
  /**
   * Stops a task's run. Like the other two stops, resolves once no node starts another request for the run. It may take as long
   * as a lease if the node working on the run does not react.
   * @throws Refusal 'not_found'
   */
  stopTask(taskId: number): Promise<Outcome>
  /** @throws Refusal 'not_found' */
  stopGroup(typeId: number): Promise<Outcome>
  stopAll(): Promise<Outcome>
  stopSelected(taskIds: readonly number[]): Promise<SelectionOutcome>
  /** Sets tasks back to Pending if their status claims work that no live node is doing. Returns how many it reset. */
  resetRunningStatus(): Promise<number>
  /** Progress by task ID, of all tasks by default. Pass `orm` to read within a transaction. */
  progress(taskIds?: readonly number[], orm?: Orm): Promise<ReadonlyMap<number, TaskProgress>>
  /** Why the workers of this node cannot work, in a sentence; undefined while they can. */
  problem(): string | undefined
  /** Why this machine cannot work on runs for now, in a sentence; undefined when it can. */
  localFault(): string | undefined
  /** Makes free workers poll for runs. */
  wake(): Promise<void>
  /** Starts no more runs on this node and hands back the running ones; requests are still served. */
  drain(): Promise<void>
}

interface QueueOptions {
  database: Database
  google: Google
  config: Pick<Config, 'queue' | 'schedule' | 'allowedEmails'>
  logger: Logger
  now: () => Date
  /** ID of this node, unique among all nodes. */
  nodeId?: string
  /** Whether no other process uses the database. True by default for the embedded database. */
  isOnlyNode?: boolean
  timing?: Partial<QueueTiming>
  metrics?: QueueMetrics
  /** Finds the facts about a task that its freshness note shows. */
  noteOf?: NoteFinder
  /** Folder for temporary files. The system's folder by default. */
  tempDir?: string
  /** Maximum size of a change set; a larger one is only counted. */
  maxChangeSetBytes?: number
  /** How a task is copied. */
  sync?: AttemptOptions['sync']
}

const NO_METRICS: QueueMetrics = { started() {}, ended() {} }

/** Starts the queue, and its workers unless this node only serves the web. Disposing of it hands running runs back. */
export async function startQueue(options: QueueOptions): Promise<Queue> {
  const {
    database,
    google,
    config,
    logger,
    now,
    nodeId = randomUUID(),
    sync = runSync,
    metrics = NO_METRICS,
    noteOf,
  } = options
  const { tempDir = tmpdir(), maxChangeSetBytes = MAX_CHANGE_SET_BYTES } = options
  const { orm } = database
  const timing = { ...DEFAULT_TIMING, ...options.timing }
  if (options.isOnlyNode ?? !database.pool) await expireLeasesOfOthers(orm, { nodeId, now: now() })
  const { workers, role, historyBytes } = config.queue
  const worker =
    role === 'web'
      ? undefined
      : await startWorker({
          database,
          orm,
          google,
          logger,
          timing,
          now,
          formatTime: localTimeFormatter(config.schedule.timezone),
          nodeId,
          workers,
          sync,
          metrics,
          tempDir,
          historyBytes,
          maxChangeSetBytes,
          allowedEmails: config.allowedEmails,
          noteOf,
        })
  let draining: Promise<void> | undefined
  const drain = () => (draining ??= Promise.resolve(worker?.[Symbol.asyncDispose]()))
  const stopAttempts: StopDeps['stopAttempts'] = (stopped) => worker?.stopAttempts(stopped) ?? [...stopped]
  const deps = { orm, now, stopAttempts, leaseMs: timing.leaseMs, allowedEmails: config.allowedEmails }
  return {
    runTask: (request) => requestTask(deps, request),
    acceptHolds: (request) => requestAccepted(deps, request),
    takeOver: (request) => requestTakeOver(deps, { ...request, allowedEmails: config.allowedEmails }),
    runGroup: (request) => requestGroup(deps, request),
    runAll: (request) => requestAll(deps, request),
    runAffected: (request) => requestAffected(deps, request),
    runSelected: (request) => requestSelected(deps, request),
    undo: (request) => requestUndo(deps, request),
    undoRuns: (request) => requestUndos(deps, request),
    runPreviewed: (request) => requestPreviewed(deps, request),
    stopTask: (taskId) => stopTaskRun(deps, taskId),
    stopGroup: (typeId) => stopGroupRuns(deps, typeId),
    stopAll: () => stopAllRuns(deps),
    stopSelected: (taskIds) => stopSelectedRuns(deps, taskIds),
    resetRunningStatus: () => resetStatus(deps),
    progress: (taskIds, through = orm) =>
      readProgress(through, { taskIds: taskIds ?? 'all', now: now(), timezone: config.schedule.timezone }),
    problem: () => (worker?.isStalled() ? 'The workers of this node do not poll for runs' : undefined),
    localFault: () => worker?.localFault,
    wake: () => wakeWorkers(orm),
    drain,
    [Symbol.asyncDispose]: drain,
  }
}
