import type { AttemptEnding } from '#contract/run-figures.ts'
import { countOf } from '#domain/count-of.ts'
import type { AttemptRecord } from '#domain/runs/attempt-record.ts'
import { retryOrGiveUp } from '#domain/runs/retry-or-give-up.ts'
import type { RunStatus } from '#domain/runs/run-status.ts'
import {
  type Attempt,
  type AttemptResult,
  finishAttempts,
  handBackRun,
  type LockedAttempt,
  lockAttempts,
} from '#server/runs/attempts.ts'
import type { RunWork } from '#server/runs/run-work.ts'
import { saveTargetEdits } from '#server/runs/target-edits.ts'
import type { Orm } from '#server/storage/database.ts'
import { SyncFailure } from '#server/sync/sync-failure.ts'
import type { SyncOutcome } from '#server/sync/sync-job.ts'
import { afterCopy, afterRestore } from '#server/tasks/last-copy.ts'
import { saveLastTarget } from '#server/tasks/last-target.ts'
import { appendTaskLogs } from '#server/tasks/task-logs.ts'
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

/** An attempt that has ended, as its node knows it. */
export interface EndedAttempt {
  end: AttemptEnd
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
export async function endAttempt(orm: Orm, ended: EndedAttempt): Promise<RunStatus | undefined> {
  return await orm.transaction(async (tx) => {
    const locked = (await lockAttempts(tx, [ended.attempt])).get(ended.attempt)
    if (!locked) return undefined
    const result = resultOf(ended, locked.status)
    if (result) await finish(tx, [{ ended, locked, result }])
    else await handBack(tx, ended)
    await appendTaskLogs(tx, ended.report.unsavedLines())
    return result?.status
  })
}

/**
 * Records the ends of several copies in one transaction, except of those that are locked, stopped or lost: they are left to
 * `endAttempt`.
 * @returns the statuses of their runs since then
 */
export async function endCopies(orm: Orm, copies: readonly EndedAttempt[]): Promise<Map<EndedAttempt, RunStatus>> {
  return await orm.transaction(async (tx) => {
    const lockedAttempts = await lockAttempts(
      tx,
      copies.map(({ attempt }) => attempt),
    )
    // `saveCopy` locks what other tasks share, which every transaction locks in this order.
    const inOrder = copies.toSorted((one, other) => one.attempt.taskId - other.attempt.taskId)
    const finished = inOrder.flatMap((ended) => {
      const locked = lockedAttempts.get(ended.attempt)
      const result = locked?.status === 'Running' ? resultOf(ended, locked.status) : undefined
      return locked && result ? [{ ended, locked, result }] : []
    })
    if (finished.length > 0) await finish(tx, finished)
    await appendTaskLogs(
      tx,
      finished.flatMap(({ ended }) => ended.report.unsavedLines()),
    )
    return new Map(finished.map(({ ended, result }) => [ended, result.status]))
  })
}

interface Finished {
  ended: EndedAttempt
  locked: LockedAttempt
  result: EndOfAttempt
}

async function finish(tx: Orm, finished: readonly Finished[]): Promise<void> {
  await finishAttempts(tx, finished.map(finishOf))
  for (const { ended, locked, result } of finished) {
    const { end, attempt, now } = ended
    if (end.kind === 'copied') await saveCopy(tx, { end, isSuccess: result.status === 'Success', attempt })
    await recordIncidents(tx, { end, result, locked, now })
  }
}

function finishOf({ ended, locked, result }: Finished): Parameters<typeof finishAttempts>[1][number] {
  const { attempt, report, writesLandBy } = ended
  const { error = null, ...change } = result
  const record = recordOf({ ending: result.status, error }, ended)
  return {
    attempt,
    locked,
    task: changeOfTask(ended, { current: locked.task, isSuccess: result.status === 'Success' }),
    result: { ...change, writesLandBy, errorCount: report.errorCount, record },
  }
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

async function handBack(tx: Orm, ended: EndedAttempt): Promise<void> {
  const { end, attempt, writesLandBy, now } = ended
  const error = (end.kind === 'handedBack' && end.reason) || null
  await handBackRun(tx, { attempt, writesLandBy, record: recordOf({ ending: 'handed_back', error }, ended), now })
}

interface EndOfAttempt extends Omit<AttemptResult, 'errorCount' | 'writesLandBy' | 'record'> {
  status: Exclude<AttemptEnding, 'lost' | 'handed_back'>
  /** Why it failed. */
  error?: string
}

function recordOf(
  { ending, error }: Pick<AttemptRecord, 'ending' | 'error'>,
  { report, now }: EndedAttempt,
): AttemptRecord {
  return { ...report.record(), recordedAt: now.toISOString(), ending, error }
}

/** What the attempt makes of its run, with the last lines of its log; undefined when another attempt takes its place. */
function resultOf(ended: EndedAttempt, from: LockedAttempt['status']): EndOfAttempt | undefined {
  const { end, report, now } = ended
  if (from === 'Stopping' || end.kind === 'stopped') {
    report.ports.log('WARNING', 'Stopped.')
    return { status: 'Stopped', endedAt: now, ...(end.kind === 'copied' && figuresOf(end.outcome)) }
  }
  switch (end.kind) {
    case 'copied':
      return { status: end.outcome.status, endedAt: now, ...figuresOf(end.outcome) }
    case 'failed':
      return resultOfFailure(end.error, ended)
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
}

/** What the task remembers of the attempt. */
function changeOfTask({ end, task, now }: EndedAttempt, { current, isSuccess }: TaskAtEnd): Partial<RunWork['task']> {
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
function resultOfFailure(error: unknown, { attempt, report, retry, now }: EndedAttempt): EndOfAttempt {
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
