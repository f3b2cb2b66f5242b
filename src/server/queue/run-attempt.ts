import { describeHolds } from '#domain/failures/failure.ts'
import { withoutCells } from '#domain/failures/without-cells.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { isInProgress } from '#domain/runs/run-status.ts'
import { SyncFailure } from '#engine/job/sync-failure.ts'
import type { SyncJob, SyncPorts } from '#engine/job/sync-job.ts'
import { extendTo } from '#engine/last-copy/last-copy.ts'
import { findMode } from '#engine/modes/modes.ts'
import { NodeFault } from '#engine/node-fault.ts'
import { type CopiedRun, isSuccess, type SyncOutcome } from '#engine/outcome.ts'
import { ProviderError } from '#engine/provider-error.ts'
import { runUndo } from '#engine/undo/run-undo.ts'
import { remember } from '#server/copy-jobs/copy-memories.ts'
import { recognizeTabs } from '#server/copy-jobs/recognize-tabs.ts'
import { watchGoogle } from '#server/google/google.ts'
import { recordRequests } from '#server/google/request-recorder.ts'
import { asHandOut } from '#server/hand-out/hand-out-ports.ts'
import { runHandOut } from '#server/hand-out/run-hand-out.ts'
import { undoHandOut } from '#server/hand-out/undo-hand-out.ts'
import type { Attempt } from '#server/runs/attempt-lease.ts'
import { readChangeSetsFrom } from '#server/runs/change-history.ts'
import { saveReadLimits } from '#server/runs/read-limits.ts'
import { readRunWorks } from '#server/runs/run-work.ts'
import type { Orm } from '#server/storage/database.ts'
import { findDatabaseFault } from '#server/storage/database-fault.ts'
import { ownerLeft } from '#server/tasks/owner-left.ts'
import { inAttemptSpan, recordRunSpan } from '#server/tracing/run-spans.ts'
import type { AttemptEnd } from './attempt-end.ts'
import type { AttemptOptions, AttemptWork, Interruption } from './attempt-work.ts'
import { copyUntilExact, type Pass } from './copy-until-exact.ts'
import { handOutPorts, mayRecallTargets } from './hand-out-attempt.ts'
import { trackLateWrites } from './late-writes.ts'
import { keepLease } from './lease.ts'
import { prepareAttempt } from './prepare-attempt.ts'
import { openRunChanges } from './run-changes.ts'
import { openRunReport } from './run-report.ts'
import { stageDataCopy } from './staged-data-copy.ts'
import { buildUndoJob, describeHandOutUndo, type Undo } from './undo-run.ts'
import { waitToRecheck } from './wait-to-recheck.ts'

/** An attempt in progress on this node. */
export interface RunningAttempt {
  readonly runId: number
  readonly taskId: number
  /** Never rejects. */
  readonly done: Promise<void>
  /** Checks immediately whether the run was stopped or lost. */
  checkLease(): void
  /** Prevents further requests because the run was stopped. */
  stop(): void
  /** Ends the attempt between two requests and leaves the run for any node to resume. */
  handBack(): void
}

/** Works on a run this node has claimed. */
export function startAttempt(attempt: Attempt, options: AttemptOptions): RunningAttempt {
  const { orm, now, timing, google } = options
  const logger = options.logger.child({ taskId: attempt.taskId, runId: attempt.runId, attempt: attempt.number })
  const interruption = new AbortController()
  const interrupt = (why: Interruption) => interruption.abort(why)
  const onError = (err: unknown) => logger.error({ err }, 'Run state not saved')
  const lateWrites = trackLateWrites({ lateWriteMs: google.lateWriteMs, now })
  const lease = keepLease({
    orm,
    attempt,
    now,
    onError,
    leaseMs: timing.leaseMs,
    heartbeatMs: timing.heartbeatMs,
    boundWrites: lateWrites.boundFor,
    onStop: () => interrupt('stopped'),
    onLost: () => interrupt('lost'),
  })
  const recorder = recordRequests()
  const report = openRunReport({ orm, attempt, now, onError, reportMs: timing.reportMs, figures: recorder.figures })
  const beforeSending = () => {
    if (lease.hasRunOut()) interrupt('lost')
    interruption.signal.throwIfAborted()
  }
  const requests = { beforeSending, writeBrokeOff: lateWrites.brokeOff, recorder }
  const watched = watchGoogle(google, requests)
  const watch = { logger, report, google: watched, lateWrites, interrupt, signal: interruption.signal }
  const done = workOn({ attempt, options, watch })
    // A lost end does no harm: the lease expires and the run is resumed.
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

async function workOn({ attempt, options, watch }: Pick<AttemptWork, 'attempt' | 'options' | 'watch'>): Promise<void> {
  const { orm, now, historyBytes, maxChangeSetBytes } = options
  const { runId, taskId, number } = attempt
  const work = (await options.works).get(runId)
  if (!work) throw new Error(`Run ${runId} not found`)
  await using dataCopy = stageDataCopy({ orm, taskId, now })
  const saveLog = watch.report.saveLines
  const changes = openRunChanges({ orm, now, taskId, runId, historyBytes, maxChangeSetBytes, saveLog })
  const at = { attempt, options, watch, work, dataCopy, changes, learnedLimits: new Map<string, number>() }
  await inAttemptSpan(work.run, { attempt: number, work: () => copyAndEnd(at) })
}

async function copyAndEnd(at: AttemptWork): Promise<void> {
  const end = await catchEnd(async () => {
    await recognizeNamedTabs(at)
    return await copy(at)
  }, at)
  const { attempt, options, watch, work, learnedLimits: learned } = at
  await watch.report.settle()
  if (end === 'lost') return
  const isCopied = end.kind === 'finished' && end.outcome.kind === 'copied' && isSuccess(end.outcome)
  const limits = { taskId: attempt.taskId, known: work.cellLimits, learned, isSuccess: isCopied }
  await saveReadLimits(options.orm, limits).catch((err: unknown) => {
    watch.logger.error({ err }, 'Read limits not saved')
  })
  await recordEnd(end, at)
}

/** Recognizes, by their IDs, tabs that the task has copied before. If it finds any, reads the run again to get their memory. */
async function recognizeNamedTabs(at: AttemptWork): Promise<void> {
  const { attempt, options, watch, work } = at
  const { orm } = options
  if (ownerLeft(work.task, options.allowedEmails)) return
  const { log, onWait } = watch.report.ports
  const ports = { log, onWait, signal: watch.signal }
  const isRecognized = await recognizeTabs(watch.google, { orm, work, ports }).catch((error: unknown) => {
    throw error instanceof ProviderError ? new SyncFailure(error, NO_TITLES) : error
  })
  const now = isRecognized ? (await readRunWorks(orm, [attempt.runId])).get(attempt.runId) : undefined
  if (now) at.work = now
}

const NO_TITLES = { sourceTitle: '', targetTitle: '' }

async function copy(at: AttemptWork): Promise<AttemptEnd> {
  const { job, ports } = await prepareAttempt(at)
  const { attempt, options, watch, work } = at
  const { publish } = at.dataCopy
  const { orm, now, localFaults } = options
  const { task, run, cellLimits } = work
  const undoes = run.undo
  const hold = ownerLeft(task, options.allowedEmails)
  // An undo fails instead: nobody requested a copy, but a held run is repeated as a copy.
  if (hold && undoes) throw new SyncFailure(new ProviderError(hold), NO_TITLES)
  if (hold) return { kind: 'finished', outcome: heldBy(hold, ports), last: job.last, publish, remember: async () => {} }
  const accountKind = await watch.google.findAccountKind(job.access)
  const undo = undoes && { task, cellLimits, runId: run.id, request: undoes, job }
  const pass = (which: Pass) => (undo ? undoPass(at, { which, job, ports, undo }) : copyPass(at, { which, job, ports }))
  const waitsFirst = undo ? await movesRows(orm, undo) : job.beside === 'carry'
  const { lateWrites } = watch
  const waitUntil = (time: Date) => waitToRecheck(at, time)
  const outcome = await copyUntilExact(pass, { log: ports.log, lateWrites, waitUntil, now, waitsFirst })
  localFaults.succeeded()
  const keep = (tx: Orm) => remember(tx, { taskId: attempt.taskId, runId: attempt.runId, job, outcome, now: now() })
  return { kind: 'finished', outcome, last: job.last, accountKind, publish, remember: keep }
}

/** Whether an undo may move rows of a target. */
async function movesRows(orm: Orm, undo: Undo): Promise<boolean> {
  const { task, runId, request } = undo
  const query = { taskId: task.id, fromRunId: request.beforeRunId, beforeRunId: runId }
  return (await readChangeSetsFrom(orm, query)).some(({ rowMoves }) => rowMoves.length > 0)
}

interface CopyPass {
  which: Pass
  job: SyncJob
  ports: SyncPorts
}

async function copyPass(at: AttemptWork, { which, job, ports }: CopyPass): Promise<SyncOutcome> {
  const { google } = at.watch
  const handOut = asHandOut(job)
  if (!handOut) return await at.options.sync(google, ...buildPass(which, { job, ports }))
  const { after, log } = which
  const mayRecall = after === undefined && mayRecallTargets(at)
  return await runHandOut(google, handOut, { ...ports, ...handOutPorts(at), log, mayRecall })
}

async function undoPass(at: AttemptWork, { which: { log }, job, ports, undo }: CopyPass & { undo: Undo }) {
  const { google } = at.watch
  const { orm } = at.options
  if (!job.handOut) return await runUndo(google, await buildUndoJob(orm, undo), { ...ports, log })
  return await undoHandOut(google, await describeHandOutUndo(orm, undo), {
    ...ports,
    ...handOutPorts(at),
    log,
  })
}

/** Holds the run, because nobody is responsible for the data it would read and write. */
function heldBy(hold: Hold, { log }: Pick<SyncPorts, 'log'>): SyncOutcome {
  log('WARNING', describeHolds([hold]))
  return { kind: 'held', holds: [hold], rows: 0, ...NO_TITLES }
}

/** Builds the second copy of an attempt on the result of the first copy, ignoring earlier knowledge. */
function buildPass({ after, log }: Pass, { job, ports }: Omit<CopyPass, 'which'>): [SyncJob, SyncPorts] {
  if (after?.kind !== 'copied') return [job, { ...ports, log }]
  const extent = { ...extendTo(after.left.extent, job.last.extent), formerWidth: job.last.extent.formerWidth }
  const last = { ...after.left, extent, memory: undefined }
  const written = (job.written ?? 0) + after.cellsChanged
  return [
    { ...job, ...inPlace(job, after), last, written },
    { ...ports, log, previewed: undefined },
  ]
}

function inPlace({ shape }: SyncJob, { appended }: CopiedRun): Pick<SyncJob, 'shape'> {
  return shape && appended ? { shape: findMode(shape).keepPlacement(shape, appended) } : {}
}

async function recordEnd(end: AttemptEnd, at: AttemptWork): Promise<void> {
  const { attempt, options, watch, work, changes } = at
  const { task, run, retry, accepted, keepsCells } = work
  const endedAt = options.now()
  const { report, lateWrites } = watch
  const ended = {
    end,
    attempt,
    task,
    report,
    retry,
    accepted,
    keepsCells,
    writesLandBy: lateWrites.landBy,
    now: endedAt,
  }
  const status = await options.recordEnd(ended)
  if (status === undefined || isInProgress(status)) return
  options.metrics.ended({ result: status })
  await changes.makeRoom()
  recordRunSpan({ ...run, status, endedAt })
}

async function catchEnd(
  copyAttempt: () => Promise<AttemptEnd>,
  { options: { localFaults }, watch: { signal, logger }, work }: AttemptWork,
): Promise<AttemptEnd | 'lost'> {
  try {
    return await copyAttempt()
  } catch (error) {
    if (signal.aborted) return endOfInterrupted(signal.reason)
    if (error instanceof NodeFault) {
      localFaults.failed(error)
      return { kind: 'handedBack', failure: { cause: 'node_fault', problem: error.message } }
    }
    const fault = findDatabaseFault(error)
    if (fault === 'full') {
      logger.warn({ err: error }, 'Run handed back, because the disk of the database is full')
      return { kind: 'handedBack', failure: { cause: 'node_fault', problem: 'found the disk of its database full' } }
    }
    if (fault) {
      logger.warn({ err: error }, 'Run handed back, because the database does not respond')
      return { kind: 'handedBack', failure: { cause: 'database_lost' } }
    }
    if (!(error instanceof SyncFailure)) logger.error({ err: error }, 'Unexpected error in a run')
    const mayQuoteCells = work.keepsCells || !(error instanceof SyncFailure)
    return {
      kind: 'failed',
      error: mayQuoteCells ? error : new SyncFailure(new ProviderError(withoutCells(error.failure)), error),
    }
  }
}

function endOfInterrupted(why: Interruption): AttemptEnd | 'lost' {
  return why === 'lost' ? 'lost' : { kind: why }
}
