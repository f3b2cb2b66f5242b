import type { Logger } from 'pino'
import type { Google } from '#server/google/google.ts'
import { rememberWidth } from '#server/runs/last-copy.ts'
import type { Attempt } from '#server/runs/leases.ts'
import { readRunWork } from '#server/runs/run-work.ts'
import type { Orm } from '#server/storage/database.ts'
import type { runSync } from '#server/sync/run-sync.ts'
import { SyncFailure } from '#server/sync/sync-failure.ts'
import { type AttemptEnd, endAttempt } from './end-attempt.ts'
import { keepDataCopy } from './keep-data-copy.ts'
import { keepLease } from './lease.ts'
import type { QueueTiming } from './queue-timing.ts'
import { openRunReport, type RunReport } from './run-report.ts'
import { syncJobOf } from './sync-job-of.ts'
import type { WakeLine } from './wake-signal.ts'

export interface QueueMetrics {
  /** A run began its first attempt on this node, that long after it was queued. */
  started(event: { waitedMs: number }): void
}

export interface AttemptOptions {
  orm: Orm
  metrics: QueueMetrics
  google: Google
  line: WakeLine
  logger: Logger
  timing: QueueTiming
  now: () => Date
  /** How a copy is made: `runSync`, or a scripted one in tests of the queue's rules. */
  sync: typeof runSync
}

/** Why an attempt is cut short: a user stopped the run, another node may have it, or this node is going. */
type Interruption = 'stopped' | 'lost' | 'handedBack'

/** An attempt in progress on this node. */
export interface RunningAttempt {
  readonly taskId: number
  /** Never fails. */
  readonly done: Promise<void>
  /** Looks at once whether the run was stopped or lost. */
  look(): void
  /** Ends the attempt between two requests and leaves the run to be taken up by any node. */
  handBack(): void
}

/** Works on a run that this node has taken. */
export function startAttempt(attempt: Attempt, options: AttemptOptions): RunningAttempt {
  const { orm, now, timing } = options
  const logger = options.logger.child({ taskId: attempt.taskId, runId: attempt.runId, attempt: attempt.number })
  const interruption = new AbortController()
  const interrupt = (why: Interruption) => interruption.abort(why)
  const onError = (err: unknown) => logger.error({ err }, 'The state of a run could not be written')
  const told = { orm, attempt, now, onError, ...timing }
  const lease = keepLease({ ...told, onStop: () => interrupt('stopped'), onLost: () => interrupt('lost') })
  const report = openRunReport(told)
  const done = workOn(attempt, { ...options, logger, report, signal: interruption.signal })
    // Whatever could not be recorded is made good by the lease's end: the run is taken up again.
    .catch((err) => logger.error({ err }, 'The end of a run could not be recorded'))
    .finally(() => lease[Symbol.asyncDispose]())
  return { taskId: attempt.taskId, done, look: () => void lease.beat(), handBack: () => interrupt('handedBack') }
}

interface Work extends AttemptOptions {
  report: RunReport
  /** Aborted with an `Interruption` as its reason. */
  signal: AbortSignal
}

async function workOn(attempt: Attempt, work: Work): Promise<void> {
  const { orm, now, line, report, signal } = work
  const { task, run, retry } = await readRunWork(orm, attempt.runId)
  if (run.startedAt && run.startedAt.getTime() === run.attemptStartedAt?.getTime()) {
    work.metrics.started({ waitedMs: run.startedAt.getTime() - run.queuedAt.getTime() })
  }
  await using dataCopy = keepDataCopy({ orm, taskId: task.id, now })
  const willWrite = ({ width }: { width: number }) => rememberWidth(orm, { task, width })
  const ports = { ...report.ports, signal, willWrite, dataCopy: dataCopy.store }
  const end = await endOf(async () => {
    const outcome = await work.sync(work.google, syncJobOf({ task, run }), ports)
    return { kind: 'copied', outcome, publish: dataCopy.publish }
  }, work)
  await report.settle()
  if (end !== 'lost') await endAttempt(orm, end, { attempt, task, report, retry, line, now: now() })
}

async function endOf(copy: () => Promise<AttemptEnd>, { signal, logger }: Work): Promise<AttemptEnd | 'lost'> {
  try {
    return await copy()
  } catch (error) {
    if (signal.aborted) return interruptionEnd(signal.reason)
    if (!(error instanceof SyncFailure)) logger.error({ err: error }, 'A run failed for a reason that nobody foresaw')
    return { kind: 'failed', error }
  }
}

function interruptionEnd(why: Interruption): AttemptEnd | 'lost' {
  return why === 'lost' ? 'lost' : { kind: why }
}
