import type { AttemptEnding } from '#contract/run-figures.ts'
import { countOf } from '#domain/count-of.ts'
import type { AttemptRecord } from '#domain/runs/attempt-record.ts'
import { retryOrGiveUp } from '#domain/runs/retry-or-give-up.ts'
import type { RunStatus } from '#domain/runs/run-status.ts'
import {
  type Attempt,
  type AttemptResult,
  finishAttempt,
  handBackRun,
  type LockedAttempt,
  lockAttempt,
} from '#server/runs/attempts.ts'
import type { RunWork } from '#server/runs/run-work.ts'
import { saveTargetEdits } from '#server/runs/target-edits.ts'
import type { Orm } from '#server/storage/database.ts'
import { SyncFailure } from '#server/sync/sync-failure.ts'
import type { SyncOutcome } from '#server/sync/sync-job.ts'
import { afterCopy, afterRestore } from '#server/tasks/last-copy.ts'
import { saveLastTarget } from '#server/tasks/last-target.ts'
import { recordIncidents } from './record-incidents.ts'
import type { RunReport } from './run-report.ts'

/** How an attempt ended. */
export type AttemptEnd =
  | {
      kind: 'copied'
      outcome: SyncOutcome
      publish: (tx: Orm) => Promise<void>
      /** Called if the run ends in Success. */
      remember?: (tx: Orm) => Promise<void>
    }
  | { kind: 'failed'; error: unknown }
  | { kind: 'stopped' }
  | { kind: 'handedBack'; reason?: string }

interface Options {
  attempt: Attempt
  /** As it was when the attempt started. */
  task: RunWork['task']
  report: RunReport
  retry: RunWork['retry']
  /** Until when the provider may still apply a write that was not answered. */
  writesLandBy: Date | null
  now: Date
}

/**
 * Records how an attempt ended, in one transaction; does nothing when its lease is lost. A stop that was requested before
 * the end wins over any other end.
 * @returns the run's status since then, if it changed
 */
export async function endAttempt(orm: Orm, end: AttemptEnd, options: Options): Promise<RunStatus | undefined> {
  const { attempt, report } = options
  return await orm.transaction(async (tx) => {
    const locked = await lockAttempt(tx, attempt)
    if (!locked) return undefined
    const result = resultOf(end, { from: locked.status, options })
    if (result) await finish(tx, { end, locked, result, options })
    else await handBack(tx, { end, options })
    await report.flush(tx)
    return result?.status
  })
}

interface Finished {
  end: AttemptEnd
  locked: LockedAttempt
  result: EndOfAttempt
  options: Options
}

async function finish(tx: Orm, { end, locked, result, options }: Finished): Promise<void> {
  const { attempt, report, writesLandBy } = options
  const { error = null, ...change } = result
  const record = recordOf({ ending: result.status, error }, options)
  await finishAttempt(tx, {
    attempt,
    from: locked.status,
    task: changeOfTask(end, { current: locked.task, isSuccess: result.status === 'Success', options }),
    result: { ...change, writesLandBy, errorCount: report.errorCount, record },
  })
  if (end.kind === 'copied') await saveCopy(tx, { end, isSuccess: result.status === 'Success', attempt })
  await recordIncidents(tx, { end, result, locked, now: options.now })
}

interface Copied {
  end: Extract<AttemptEnd, { kind: 'copied' }>
  isSuccess: boolean
  attempt: Attempt
}

/** Saves what only some runs leave behind. */
async function saveCopy(tx: Orm, { end, isSuccess, attempt }: Copied): Promise<void> {
  const { outcome, publish, remember } = end
  const { runId, taskId } = attempt
  if (outcome.edits) await saveTargetEdits(tx, { runId, edits: outcome.edits })
  if (outcome.isHeld || outcome.restored) return
  await publish(tx)
  if (outcome.left) await saveLastTarget(tx, { taskId, state: outcome.left })
  if (isSuccess) await remember?.(tx)
}

async function handBack(tx: Orm, { end, options }: Pick<Finished, 'end' | 'options'>): Promise<void> {
  const { attempt, writesLandBy, now } = options
  const error = (end.kind === 'handedBack' && end.reason) || null
  await handBackRun(tx, { attempt, writesLandBy, record: recordOf({ ending: 'handed_back', error }, options), now })
}

interface EndOfAttempt extends Omit<AttemptResult, 'errorCount' | 'writesLandBy' | 'record'> {
  status: Exclude<AttemptEnding, 'lost' | 'handed_back'>
  /** Why it failed. */
  error?: string
}

function recordOf(
  { ending, error }: Pick<AttemptRecord, 'ending' | 'error'>,
  { report, now }: Pick<Options, 'report' | 'now'>,
): AttemptRecord {
  return { ...report.record(), recordedAt: now.toISOString(), ending, error }
}

/** What the attempt makes of its run, with the last lines of its log; undefined when another attempt takes its place. */
function resultOf(
  end: AttemptEnd,
  { from, options }: { from: LockedAttempt['status']; options: Options },
): EndOfAttempt | undefined {
  const { report, now } = options
  if (from === 'Stopping' || end.kind === 'stopped') {
    report.ports.log('WARNING', 'Stopped.')
    return { status: 'Stopped', endedAt: now, ...(end.kind === 'copied' && figuresOf(end.outcome)) }
  }
  switch (end.kind) {
    case 'copied':
      return { status: end.outcome.status, endedAt: now, ...figuresOf(end.outcome) }
    case 'failed':
      return resultOfFailure(end.error, options)
    case 'handedBack':
      if (end.reason !== undefined) report.ports.log('WARNING', `${end.reason} The run resumes where it can.`)
      return undefined
  }
}

function figuresOf(outcome: SyncOutcome): Pick<AttemptResult, 'copied'> {
  const { isHeld, isSkipped = false, rows, cellsChanged } = outcome
  if (isSkipped) return { copied: { cellsChanged, isHeld, isSkipped, rowsDone: null, rowsTotal: null } }
  return { copied: { cellsChanged, isHeld, isSkipped, rowsDone: isHeld ? 0 : rows, rowsTotal: rows } }
}

interface TaskAtEnd {
  /** The task as it is now, locked. */
  current: LockedAttempt['task']
  isSuccess: boolean
  options: Options
}

/** What the task remembers of the attempt. */
function changeOfTask(end: AttemptEnd, { current, isSuccess, options }: TaskAtEnd): Partial<LockedAttempt['task']> {
  const { task, now } = options
  if (end.kind === 'failed' && end.error instanceof SyncFailure) {
    return afterCopy({ task, current, titles: end.error, copied: undefined })
  }
  if (end.kind !== 'copied') return {}
  const { outcome } = end
  if (outcome.restored) return afterRestore({ task, current, titles: outcome, ...outcome.restored })
  const copied = outcome.isHeld ? undefined : { ...outcome, successAt: isSuccess ? now : undefined }
  return afterCopy({ task, current, titles: outcome, copied })
}

/** Logs why an attempt failed and decides whether another one follows. */
function resultOfFailure(error: unknown, { attempt, report, retry, now }: Options): EndOfAttempt {
  const failure = error instanceof SyncFailure ? error : undefined
  const reason = failure?.message ?? 'Unexpected error. See the server log for details.'
  const isPermanent = failure?.retryable === false
  const after = retryOrGiveUp({ attempt: attempt.number, isPermanent, ...retry, now })
  if (after.status === 'Failed') {
    const { nextAttemptAt, attemptsLeft } = after
    const left = countOf(attemptsLeft, 'attempt')
    report.ports.log('ERROR', `${reason} Retrying in ${retry.retryDelaySeconds} s (${left} left).`)
    return { status: 'Failed', nextAttemptAt, error: reason, cure: failure?.cure }
  }
  const isLastOfSeveral = !isPermanent && attempt.number > 1
  report.ports.log('ERROR', isLastOfSeveral ? `${reason} Gave up after ${attempt.number} attempts.` : reason)
  return { status: 'Error', endedAt: now, error: reason, cure: failure?.cure }
}
