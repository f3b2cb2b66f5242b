import type { AttemptEnding } from '#contract/run-figures.ts'
import { countOf } from '#domain/count-of.ts'
import type { AttemptRecord } from '#domain/runs/attempt-record.ts'
import { retryOrGiveUp } from '#domain/runs/retry-or-give-up.ts'
import type { RunStatus } from '#domain/runs/run-status.ts'
import { type Attempt, type AttemptResult, finishAttempt, handBackRun, lockAttempt } from '#server/runs/attempts.ts'
import type { RunWork } from '#server/runs/run-work.ts'
import { saveTargetEdits } from '#server/runs/target-edits.ts'
import type { Orm } from '#server/storage/database.ts'
import { SyncFailure } from '#server/sync/sync-failure.ts'
import type { SyncOutcome } from '#server/sync/sync-job.ts'
import { saveLastCopy, saveRestored, saveTitles } from '#server/tasks/last-copy.ts'
import { saveLastTarget } from '#server/tasks/last-target.ts'
import type { RunReport } from './run-report.ts'
import type { WakeSignal } from './wake-signal.ts'

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
  wakeSignal: WakeSignal
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
  const { attempt, report, wakeSignal, writesLandBy, now } = options
  return await orm.transaction(async (tx) => {
    const from = await lockAttempt(tx, attempt)
    if (!from) return undefined
    let status: RunStatus | undefined
    const isStopped = from === 'Stopping' || end.kind === 'stopped'
    const finish = async ({ error, ...result }: EndOfAttempt) => {
      const record = recordOf({ ending: result.status, error: error ?? null }, options)
      const { errorCount } = report
      await finishAttempt(tx, { attempt, from, result: { ...result, writesLandBy, errorCount, record } })
      status = result.status
    }
    if (end.kind === 'copied') await saveCopy(tx, { end, isStopped, options })
    if (isStopped) {
      report.ports.log('WARNING', 'Stopped.')
      await finish({ status: 'Stopped', endedAt: now, ...(end.kind === 'copied' && figuresOf(end.outcome)) })
    } else if (end.kind === 'copied') {
      await finish({ status: end.outcome.status, endedAt: now, ...figuresOf(end.outcome) })
    } else if (end.kind === 'failed') {
      if (end.error instanceof SyncFailure) await saveTitles(tx, { taskId: attempt.taskId, titles: end.error })
      await finish(resultOfFailure(end.error, options))
    } else {
      if (end.reason !== undefined) report.ports.log('WARNING', `${end.reason} The run resumes where it can.`)
      const record = recordOf({ ending: 'handed_back', error: end.reason ?? null }, options)
      await handBackRun(tx, { attempt, writesLandBy, record, now })
    }
    await report.flush(tx)
    await wakeSignal.wake(tx)
    return status
  })
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

interface Copied {
  end: Extract<AttemptEnd, { kind: 'copied' }>
  isStopped: boolean
  options: Options
}

async function saveCopy(tx: Orm, { end, isStopped, options }: Copied): Promise<void> {
  const { outcome, publish, remember } = end
  const { attempt, task, now } = options
  await saveTitles(tx, { taskId: attempt.taskId, titles: outcome })
  if (outcome.edits) await saveTargetEdits(tx, { runId: attempt.runId, edits: outcome.edits })
  if (outcome.isHeld) return
  if (outcome.restored) return await saveRestored(tx, { task, ...outcome.restored })
  const isSuccess = !isStopped && outcome.status === 'Success'
  const { rows, width, errorCells } = outcome
  await saveLastCopy(tx, { task, rows, width, errorCells, successAt: isSuccess ? now : undefined })
  await publish(tx)
  if (outcome.left) await saveLastTarget(tx, { taskId: attempt.taskId, state: outcome.left })
  if (isSuccess) await remember?.(tx)
}

function figuresOf(outcome: SyncOutcome): Pick<AttemptResult, 'copied'> {
  const { isHeld, rows, cellsChanged } = outcome
  return { copied: { cellsChanged, isHeld, rowsDone: isHeld ? 0 : rows, rowsTotal: rows } }
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
