import type { AttemptEnding } from '#contract/run-figures.ts'
import { countOf } from '#domain/count-of.ts'
import { describeFailure } from '#domain/failures/failure.ts'
import { type AttemptRecord, usedBy } from '#domain/runs/attempt-record.ts'
import { retryOrGiveUp } from '#domain/runs/retry-or-give-up.ts'
import { NO_COUNTS, pickCounts } from '#domain/runs/run-counts.ts'
import { outcomesOf } from '#domain/runs/run-outcomes.ts'
import type { RunStatus } from '#domain/runs/run-status.ts'
import { finishRows } from '#server/runs/appends.ts'
import { type Attempt, handBackRun } from '#server/runs/attempt-lease.ts'
import { saveBaseline } from '#server/runs/baselines.ts'
import {
  type CopyFigures,
  finishAttempts,
  type LockedAttempt,
  lockAttempts,
  type RunEnd,
  type TaskAfterAttempt,
} from '#server/runs/finish-attempts.ts'
import { saveKeptCells } from '#server/runs/kept-cells.ts'
import type { RunWork } from '#server/runs/run-work.ts'
import { saveTargetEdits } from '#server/runs/target-edits.ts'
import { undoCopies } from '#server/runs/undo-copies.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { SyncFailure } from '#server/sync/job/sync-failure.ts'
import { isSuccess as hasSucceeded, type SyncOutcome } from '#server/sync/outcome.ts'
import { appendTaskLogs } from '#server/task-logs/task-logs.ts'
import { saveFolderFiles } from '#server/tasks/folder-files.ts'
import { followRenames } from '#server/tasks/follow-renames.ts'
import { afterCopy, afterSkip, afterUndo, copiesThere, type Success, saveSizesOf } from '#server/tasks/last-copy.ts'
import { saveLastTarget } from '#server/tasks/last-target.ts'
import type { AttemptEnd } from './attempt-end.ts'
import { mayQueueRuns, queueAgain, queueFollowers } from './queue-followers.ts'
import { recordHold } from './record-hold.ts'
import { recordIncidents } from './record-incidents.ts'
import type { RunReport } from './run-report.ts'

/** An attempt that has ended, as its node knows it. */
export interface EndedAttempt {
  end: AttemptEnd
  attempt: Attempt
  /** As it was when the attempt started. */
  task: RunWork['task']
  report: RunReport
  retry: RunWork['retry']
  accepted: RunWork['accepted']
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
  const end = await orm.transaction((tx) => endUnlessFollowed(tx, ended, { isFollowed: false }))
  if (end !== 'followed') return end
  // A transaction that queues tasks locks their rows before any other.
  return await orm.transaction(async (tx) => {
    await lockTaskRows(tx)
    const ending = await endUnlessFollowed(tx, ended, { isFollowed: true })
    return ending === 'followed' ? undefined : ending
  })
}

async function endUnlessFollowed(
  tx: Orm,
  ended: EndedAttempt,
  { isFollowed }: { isFollowed: boolean },
): Promise<RunStatus | 'followed' | undefined> {
  const locked = (await lockAttempts(tx, [ended.attempt])).get(ended.attempt)
  if (!locked) return undefined
  if (mayQueueRuns(locked) && !isFollowed) return 'followed'
  const result = resultOf(ended, locked.status)
  const followed = { ended, locked, status: result?.status }
  if (isFollowed) await queueFollowers(tx, followed)
  if (result) await finish(tx, [{ ended, locked, result }])
  else await handBack(tx, ended)
  if (isFollowed) await queueAgain(tx, followed)
  await appendTaskLogs(tx, ended.report.unsavedLines())
  return result?.status
}

/**
 * Records the ends of several copies in one transaction, except of those that are locked, stopped or lost, or that others
 * follow: they are left to `endAttempt`.
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
      if (locked?.status !== 'Running' || mayQueueRuns(locked)) return []
      const result = resultOf(ended, locked.status)
      return result ? [{ ended, locked, result }] : []
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
  for (const { ended, locked } of finished) await renameTabs(tx, ended, locked)
  await finishAttempts(tx, finished.map(finishOf))
  for (const { ended, locked, result } of finished) {
    const { end, attempt, accepted, now } = ended
    if (end.kind === 'copied') await saveCopy(tx, { ended, end, locked })
    const isHeldAgain = await recordHold(tx, { end, attempt, locked, accepted, now })
    await recordIncidents(tx, { end, result, locked, isHeldAgain, now })
  }
}

/** Before the task's columns are saved, some of which a change of names clears. */
async function renameTabs(tx: Orm, { end, task }: EndedAttempt, { task: current }: LockedAttempt): Promise<void> {
  if (end.kind !== 'copied' || end.outcome.kind !== 'copied' || !copiesThere({ task, current })) return
  const { sourceTab, targetTab } = end.outcome.renamed ?? {}
  const renamed = {
    ...(sourceTab !== undefined && { sourceSheetName: sourceTab }),
    ...(targetTab !== undefined && { targetSheetName: targetTab }),
  }
  await followRenames(tx, { task: current, renamed })
}

function finishOf({ ended, locked, result }: Finished): Parameters<typeof finishAttempts>[1][number] {
  const { attempt, report, writesLandBy } = ended
  const { status, endedAt = null, nextAttemptAt = null, failure = null, figures } = result
  const record = recordOf({ ending: status, failure }, ended)
  return {
    attempt,
    locked,
    run: { status, endedAt, nextAttemptAt, failure, writesLandBy },
    figures,
    errorCount: report.errorCount,
    record,
    task: {
      ...changeOfTask(ended, { current: locked.task, isSuccess: status === 'Success' }),
      ...(showsNextUse(ended, status) && { lastUse: usedBy(record) }),
    },
  }
}

/** Whether the next copy may use as much: an undo, and a copy that was held or stopped, say nothing about it. */
function showsNextUse({ end }: EndedAttempt, status: RunStatus): boolean {
  if (status === 'Stopped' || end.kind !== 'copied') return false
  return end.outcome.kind === 'copied' || end.outcome.kind === 'skipped'
}

interface Copied {
  ended: EndedAttempt
  end: Extract<AttemptEnd, { kind: 'copied' }>
  locked: LockedAttempt
}

/** Saves what only some runs leave behind. */
async function saveCopy(tx: Orm, { ended: { attempt, task, now }, end, locked }: Copied): Promise<void> {
  const { outcome, publish, remember } = end
  const { runId, taskId } = attempt
  if ('edits' in outcome && outcome.edits) await saveTargetEdits(tx, { runId, edits: outcome.edits })
  if (outcome.kind === 'undone') {
    const { beforeRunId, runsElsewhere: except, lastWidth } = outcome
    const baseline = await undoCopies(tx, { taskId, runId, beforeRunId, except })
    if (lastWidth !== undefined) await saveSizesOf(baseline, { tx, task })
    return
  }
  if (outcome.kind === 'held') return
  await publish(tx)
  if (outcome.kind === 'copied') {
    const { appended, rows: rowCount } = outcome
    if (appended) await finishRows(tx, { taskId, runId, rowCount, searchedFrom: appended.searchedFrom })
    if (outcome.folderFiles) await saveFolderFiles(tx, { task, files: outcome.folderFiles })
    if (outcome.left) await saveLastTarget(tx, { taskId, state: outcome.left })
    const stillCopiesThere = copiesThere({ task, current: locked.task })
    if (outcome.keptCells && stillCopiesThere) await saveKeptCells(tx, { taskId, cells: outcome.keptCells })
    if (outcome.baseline && stillCopiesThere) await saveBaseline(tx, { taskId, runId, ...outcome.baseline, now })
  }
  await remember(tx)
}

async function handBack(tx: Orm, ended: EndedAttempt): Promise<void> {
  const { end, attempt, writesLandBy, now } = ended
  const failure = (end.kind === 'handedBack' && end.failure) || null
  await handBackRun(tx, {
    attempt,
    writesLandBy,
    record: recordOf({ ending: 'handed_back', failure }, ended),
    now,
  })
}

interface EndOfAttempt extends Partial<Omit<RunEnd, 'status' | 'writesLandBy'>> {
  status: Exclude<AttemptEnding, 'lost' | 'handed_back'>
  figures?: CopyFigures
}

function recordOf(end: Pick<AttemptRecord, 'ending' | 'failure'>, { report, now }: EndedAttempt): AttemptRecord {
  return { ...report.record(), recordedAt: now.toISOString(), error: null, ...end }
}

/** The end of an attempt, with the last lines of its log; undefined when another attempt takes its place. */
function resultOf(ended: EndedAttempt, from: LockedAttempt['status']): EndOfAttempt | undefined {
  const { end, report, now } = ended
  if (from === 'Stopping' || end.kind === 'stopped') {
    report.ports.log('WARNING', 'Stopped.')
    return { status: 'Stopped', endedAt: now, ...(end.kind === 'copied' && { figures: figuresOf(end.outcome) }) }
  }
  switch (end.kind) {
    case 'copied':
      return {
        status: hasSucceeded(end.outcome) ? 'Success' : 'Warning',
        endedAt: now,
        figures: figuresOf(end.outcome),
      }
    case 'failed':
      return resultOfFailure(end.error, ended)
    case 'handedBack':
      if (end.failure) report.ports.log('WARNING', `${describeFailure(end.failure)} The run resumes where it can.`)
      return undefined
  }
}

function figuresOf(outcome: SyncOutcome): CopyFigures {
  const isHeld = outcome.kind === 'held'
  const isSkipped = outcome.kind === 'skipped'
  const counts = isHeld ? (outcome.before ?? NO_COUNTS) : isSkipped ? NO_COUNTS : pickCounts(outcome)
  const rowsTotal = isSkipped ? null : outcome.rows
  return { ...counts, ...outcomesOf(outcome.kind), rowsDone: isHeld ? 0 : rowsTotal, rowsTotal }
}

interface TaskAtEnd {
  /** The task as it is now, locked. */
  current: LockedAttempt['task']
  isSuccess: boolean
}

/** The columns of the task that the attempt changes. */
function changeOfTask({ end, task, now }: EndedAttempt, { current, isSuccess }: TaskAtEnd): TaskAfterAttempt {
  if (end.kind === 'failed' && end.error instanceof SyncFailure) {
    return afterCopy({ task, current, titles: end.error, copied: undefined })
  }
  if (end.kind !== 'copied') return {}
  const success = isSuccess ? { at: now, accountKind: end.accountKind ?? null } : undefined
  return afterOutcome(end.outcome, { task, current, success })
}

interface OutcomeOfTask {
  task: RunWork['task']
  current: RunWork['task']
  success: Success | undefined
}

function afterOutcome(outcome: SyncOutcome, { success, ...tasks }: OutcomeOfTask): TaskAfterAttempt {
  switch (outcome.kind) {
    case 'copied':
      return afterCopy({ ...tasks, titles: outcome, copied: { ...outcome, success } })
    case 'held':
      return afterCopy({ ...tasks, titles: outcome, copied: undefined })
    case 'skipped':
      return success ? afterSkip(success) : {}
    case 'undone':
      return afterUndo({ ...tasks, titles: { ...outcome, sourceTitle: '' }, lastWidth: outcome.lastWidth })
  }
}

/** Logs why an attempt failed and decides whether another one follows. */
function resultOfFailure(error: unknown, { attempt, report, retry, now }: EndedAttempt): EndOfAttempt {
  const known = error instanceof SyncFailure ? error : undefined
  const failure = known?.failure ?? { cause: 'unexpected' as const }
  const reason = describeFailure(failure)
  const isPermanent = known?.retryable === false
  const after = retryOrGiveUp({ attempt: attempt.number, isPermanent, ...retry, now })
  if (after.status === 'Failed') {
    const { nextAttemptAt, attemptsLeft } = after
    const left = countOf(attemptsLeft, 'attempt')
    report.ports.log('ERROR', `${reason} Retrying in ${retry.retryDelaySeconds} s (${left} left).`)
    return { status: 'Failed', nextAttemptAt, failure }
  }
  const isLastOfSeveral = !isPermanent && attempt.number > 1
  report.ports.log('ERROR', isLastOfSeveral ? `${reason} Gave up after ${attempt.number} attempts.` : reason)
  return { status: 'Error', endedAt: now, failure }
}
