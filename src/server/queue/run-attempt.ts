import type { Logger } from 'pino'
import { isInProgress } from '#domain/runs/run-status.ts'
import type { Google } from '#server/google/google.ts'
import { recordRequests } from '#server/google/request-recorder.ts'
import type { RequestWatch } from '#server/google/request-sender.ts'
import { readPreviewedChanges } from '#server/preview/previewed-changes.ts'
import { type Attempt, saveProgress } from '#server/runs/attempts.ts'
import type { RunWork } from '#server/runs/run-work.ts'
import type { Orm } from '#server/storage/database.ts'
import { databaseFaultOf } from '#server/storage/database-fault.ts'
import { NodeFault } from '#server/storage/node-fault.ts'
import { forgetVersions, recall, remember } from '#server/sync/copy-memories.ts'
import { jobOfTask } from '#server/sync/job-of-task.ts'
import type { runSync } from '#server/sync/run-sync.ts'
import { SyncFailure } from '#server/sync/sync-failure.ts'
import { saveWidth } from '#server/tasks/last-copy.ts'
import { forgetLastTargets, readLastTarget } from '#server/tasks/last-target.ts'
import { inAttemptSpan, recordRunSpan } from '#server/tracing/run-spans.ts'
import { copyUntilExact } from './copy-until-exact.ts'
import type { AttemptEnd } from './end-attempt.ts'
import { type LateWrites, trackLateWrites } from './late-writes.ts'
import { keepLease } from './lease.ts'
import type { LocalFaults } from './local-faults.ts'
import { maySkip } from './may-skip.ts'
import type { EndRecorder } from './record-ends.ts'
import { restoreOf } from './restore-run.ts'
import { openRunChanges } from './run-changes.ts'
import { openRunReport, type RunReport } from './run-report.ts'
import { stageDataCopy } from './staged-data-copy.ts'

export interface QueueMetrics {
  /** A run started its first attempt on this node, `waitedMs` after it was queued. */
  started(event: { waitedMs: number }): void
}

export interface AttemptTiming {
  /** How long a run stays with a node that does not renew its lease. */
  readonly leaseMs: number
  readonly heartbeatMs: number
  /** Minimum time between two writes of a run's progress. */
  readonly reportMs: number
}

export interface AttemptOptions {
  localFaults: LocalFaults
  /** What to do, by the id of the run. */
  works: Promise<ReadonlyMap<number, RunWork>>
  scratchDir: string
  /** Space for what runs changed. */
  historyBytes: number
  /** What a run changed is only counted if it takes more. */
  maxChangeSetBytes: number
  orm: Orm
  metrics: QueueMetrics
  google: Google
  logger: Logger
  timing: AttemptTiming
  now: () => Date
  recordEnd: EndRecorder
  /** `runSync`, or a scripted copy in tests of the queue. */
  sync: typeof runSync
}

/** Why an attempt is cut short: a user stopped the run, another node may have it, or this node is shutting down. */
type Interruption = 'stopped' | 'lost' | 'handedBack'

/** An attempt in progress on this node. */
export interface RunningAttempt {
  readonly runId: number
  readonly taskId: number
  /** Never rejects. */
  readonly done: Promise<void>
  /** Checks now whether the run was stopped or lost. */
  checkLease(): void
  /** Starts no further request: the run was stopped. */
  stop(): void
  /** Ends the attempt between two requests and leaves the run for any node to resume. */
  handBack(): void
}

/** Works on a run that this node has claimed. */
export function startAttempt(attempt: Attempt, options: AttemptOptions): RunningAttempt {
  const { orm, now, timing } = options
  const logger = options.logger.child({ taskId: attempt.taskId, runId: attempt.runId, attempt: attempt.number })
  const interruption = new AbortController()
  const interrupt = (why: Interruption) => interruption.abort(why)
  const onError = (err: unknown) => logger.error({ err }, 'Run state not saved')
  const shared = { orm, attempt, now, onError, ...timing }
  const lateWrites = trackLateWrites({ lateWriteMs: options.google.lateWriteMs, now })
  const lease = keepLease({
    ...shared,
    boundWrites: lateWrites.boundFor,
    onStop: () => interrupt('stopped'),
    onLost: () => interrupt('lost'),
  })
  const recorder = recordRequests()
  const report = openRunReport({ ...shared, figures: recorder.figures })
  const beforeSending = () => {
    if (lease.hasRunOut()) interrupt('lost')
    interruption.signal.throwIfAborted()
  }
  const requests = { beforeSending, writeBrokeOff: lateWrites.brokeOff, recorder }
  const work = { ...options, logger, report, requests, lateWrites, interrupt, signal: interruption.signal }
  const done = workOn(attempt, work)
    // The lease expires and the run is resumed, so nothing is lost.
    .catch((err) => logger.error({ err }, 'End of run not saved'))
    .finally(() => lease[Symbol.asyncDispose]())
  return {
    runId: attempt.runId,
    taskId: attempt.taskId,
    done,
    checkLease: () => void lease.renew(),
    stop: () => interrupt('stopped'),
    handBack: () => interrupt('handedBack'),
  }
}

interface Work extends AttemptOptions {
  report: RunReport
  requests: RequestWatch
  lateWrites: LateWrites
  interrupt(why: Interruption): void
  /** Aborted with an `Interruption` as its reason. */
  signal: AbortSignal
}

async function workOn(attempt: Attempt, work: Work): Promise<void> {
  const runWork = (await work.works).get(attempt.runId)
  if (!runWork) throw new Error(`Run ${attempt.runId} not found`)
  await inAttemptSpan(runWork.run, {
    attempt: attempt.number,
    work: () => copyAndEnd(attempt, { ...work, ...runWork }),
  })
}

async function copyAndEnd(attempt: Attempt, work: Work & RunWork): Promise<void> {
  const { orm, now, report, signal, requests, lateWrites, task, run, retry, writesLandBy } = work
  // The notification of a stop right after the claim came before this attempt existed.
  if (run.status === 'Stopping') work.interrupt('stopped')
  lateWrites.inherit(writesLandBy)
  if (run.startedAt && run.startedAt.getTime() === run.attemptStartedAt?.getTime()) {
    work.metrics.started({ waitedMs: run.startedAt.getTime() - run.queuedAt.getTime() })
  }
  const job = { ...jobOfTask(task, run), requestedAt: run.queuedAt, preparesSkip: work.skipsUntouched }
  const memory = recall({ ...work, job, now: now() })
  const skip = memory && { maySkip: await maySkip(orm, { work, memory, now: now() }) }
  await using dataCopy = stageDataCopy({ orm, taskId: task.id, now })
  const willWrite = async ({ width }: { width: number }) => {
    await saveWidth(orm, { task, width })
    await forgetVersions(orm, task.targetSsId)
    await forgetLastTargets(orm, task)
    lateWrites.begin()
    const bound = lateWrites.boundFor(new Date(now().getTime() + work.timing.leaseMs))
    await saveProgress(orm, { attempt, progress: { writesLandBy: bound } })
  }
  const { scratchDir } = work
  const changes = openRunChanges({ ...work, runId: run.id, saveLog: report.saveLines })
  // Later attempts also differ by what the first one wrote.
  const previewId = attempt.number === 1 ? run.previewId : null
  const previewed = previewId === null ? undefined : await readPreviewedChanges(orm, { previewId, taskId: task.id })
  const lastTarget = () => readLastTarget(orm, task)
  const dataStores = { dataCopy: dataCopy.store, changes: changes.store, lastTarget }
  const ports = { ...report.ports, previewed, signal, requests, scratchDir, willWrite, ...dataStores }
  const end = await endOf(async () => {
    const sync = run.restore ? restoreOf(orm, { task, run }) : work.sync
    const outcome = await copyUntilExact({ ...job, ...(memory && { memory }), ...skip }, { ...work, sync, ports })
    work.localFaults.succeeded()
    const keep = (tx: Orm) => remember(tx, { ...attempt, job, outcome, now: now() })
    return { kind: 'copied', outcome, publish: dataCopy.publish, remember: keep }
  }, work)
  await report.settle()
  if (end === 'lost') return
  const { landBy } = lateWrites
  const endedAt = now()
  const status = await work.recordEnd({ end, attempt, task, report, retry, writesLandBy: landBy, now: endedAt })
  if (status !== undefined && !isInProgress(status)) await changes.makeRoom()
  if (status !== undefined && !isInProgress(status)) recordRunSpan({ ...run, status, endedAt })
}

async function endOf(copy: () => Promise<AttemptEnd>, work: Work): Promise<AttemptEnd | 'lost'> {
  const { signal, logger, localFaults } = work
  try {
    return await copy()
  } catch (error) {
    if (signal.aborted) return endOfInterrupted(signal.reason)
    if (error instanceof NodeFault) {
      localFaults.failed(error)
      return { kind: 'handedBack', reason: `The server that ran this task ${error.message}.` }
    }
    if (databaseFaultOf(error)) {
      logger.warn({ err: error }, 'Run handed back, because the database does not respond')
      return { kind: 'handedBack', reason: 'The server that ran this task lost its connection to the database.' }
    }
    if (!(error instanceof SyncFailure)) logger.error({ err: error }, 'Unexpected error in a run')
    return { kind: 'failed', error }
  }
}

function endOfInterrupted(why: Interruption): AttemptEnd | 'lost' {
  return why === 'lost' ? 'lost' : { kind: why }
}
