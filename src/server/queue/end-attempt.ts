import { type AttemptRecord, usedBy } from '#domain/runs/attempt-record.ts'
import type { RunStatus } from '#domain/runs/run-status.ts'
import { SyncFailure } from '#engine/job/sync-failure.ts'
import type { SyncOutcome } from '#engine/outcome.ts'
import { restoreExtent } from '#server/last-copy/extents.ts'
import { saveLastTarget } from '#server/last-copy/last-target.ts'
import { copiesThere } from '#server/last-copy/place.ts'
import { saveLastCopy } from '#server/last-copy/save-last-copy.ts'
import { finishRows } from '#server/runs/appends.ts'
import { handBackRun } from '#server/runs/attempt-lease.ts'
import { saveDelivery } from '#server/runs/deliveries.ts'
import {
  finishAttempts,
  type LockedAttempt,
  lockAttempts,
  type TaskAfterAttempt,
} from '#server/runs/finish-attempts.ts'
import { forgetUnkeptCells } from '#server/runs/forget-cells.ts'
import type { RunWork } from '#server/runs/run-work.ts'
import { saveTargetEdits } from '#server/runs/target-edits.ts'
import { undoCopies } from '#server/runs/undo-copies.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { appendTaskLogs, type NewLine } from '#server/task-logs/task-logs.ts'
import { afterCopy, afterHandOut, afterSkip, afterUndo, type Success } from '#server/tasks/after-attempt.ts'
import { saveFolderFiles } from '#server/tasks/folder-files.ts'
import { followRenames } from '#server/tasks/follow-renames.ts'
import type { AttemptEnd, EndedAttempt } from './attempt-end.ts'
import { type AttemptResult, decideResult, type EndLine } from './attempt-result.ts'
import { mayQueueRuns, queueAgain, queueFollowers } from './queue-followers.ts'
import { recordHold } from './record-hold.ts'
import { recordIncidents } from './record-incidents.ts'

/**
 * Records how an attempt ended, in one transaction; does nothing when its lease is lost. A stop requested before
 * the end wins over any other end.
 * @returns the run's status since then, if it changed
 */
export async function endAttempt(orm: Orm, ended: EndedAttempt): Promise<RunStatus | undefined> {
  const end = await orm.transaction((tx) => endUnlessFollowed(tx, ended, { isFollowed: false }))
  if (end !== 'followed') return end
  // A transaction that queues tasks locks their rows before any others.
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
  const { result, line } = decideResult(ended, locked.status)
  const followed = { ended, locked, status: result?.status }
  if (isFollowed) await queueFollowers(tx, followed)
  if (result) await finish(tx, [{ ended, locked, result, line }])
  else await handBack(tx, ended)
  if (isFollowed) await queueAgain(tx, followed)
  await appendTaskLogs(tx, lastLines(ended, line))
  await forgetCellsMeanwhile(tx, [{ ended, locked }])
  return result?.status
}

/**
 * Records the ends of several copies in one transaction. Leaves a copy to `endAttempt` if it is locked, stopped or lost, or if
 * it may have followers.
 * @returns the new statuses of the runs
 */
export async function endCopies(orm: Orm, copies: readonly EndedAttempt[]): Promise<Map<EndedAttempt, RunStatus>> {
  return await orm.transaction(async (tx) => {
    const lockedAttempts = await lockAttempts(
      tx,
      copies.map(({ attempt }) => attempt),
    )
    // `saveCopy` locks rows that tasks share; every transaction locks them in this order.
    const inOrder = copies.toSorted((one, other) => one.attempt.taskId - other.attempt.taskId)
    const finished = inOrder.flatMap((ended) => {
      const locked = lockedAttempts.get(ended.attempt)
      if (locked?.status !== 'Running' || mayQueueRuns(locked)) return []
      const { result, line } = decideResult(ended, locked.status)
      return result ? [{ ended, locked, result, line }] : []
    })
    if (finished.length > 0) await finish(tx, finished)
    await appendTaskLogs(
      tx,
      finished.flatMap(({ ended, line }) => lastLines(ended, line)),
    )
    await forgetCellsMeanwhile(tx, finished)
    return new Map(finished.map(({ ended, result }) => [ended, result.status]))
  })
}

/** Deletes the cells of attempts whose tasks stopped keeping cells while they ran. */
async function forgetCellsMeanwhile(tx: Orm, ends: readonly Pick<Finished, 'ended' | 'locked'>[]): Promise<void> {
  const outdated = ends.filter(({ ended, locked }) => ended.keepsCells && !locked.keepsCells)
  await forgetUnkeptCells(
    tx,
    outdated.map(({ ended }) => ended.attempt.taskId),
  )
}

function lastLines({ attempt: { taskId, runId }, report, now }: EndedAttempt, line: EndLine | undefined): NewLine[] {
  return [...report.unsavedLines(), ...(line ? [{ taskId, runId, ...line, at: now }] : [])]
}

interface Finished {
  ended: EndedAttempt
  locked: LockedAttempt
  result: AttemptResult
  line: EndLine | undefined
}

async function finish(tx: Orm, finished: readonly Finished[]): Promise<void> {
  for (const { ended, locked } of finished) await renameTabs(tx, ended, locked)
  await finishAttempts(tx, finished.map(buildFinish))
  for (const { ended, locked, result } of finished) {
    const { end, attempt, accepted, now } = ended
    if (end.kind === 'finished') await saveCopy(tx, { ended, end, locked })
    const isHeldAgain = await recordHold(tx, { end, attempt, locked, accepted, now })
    await recordIncidents(tx, { end, result, locked, isHeldAgain, now })
  }
}

/** Renames tabs before the task's columns are saved, because a new name clears some of them. */
async function renameTabs(tx: Orm, { end, task }: EndedAttempt, { task: current }: LockedAttempt): Promise<void> {
  if (end.kind !== 'finished' || !('renamed' in end.outcome) || !copiesThere({ task, current })) return
  const { sourceTab, targetTab } = end.outcome.renamed ?? {}
  const renamed = {
    ...(sourceTab !== undefined && { sourceSheetName: sourceTab }),
    ...(targetTab !== undefined && { targetSheetName: targetTab }),
  }
  await followRenames(tx, { task: current, renamed })
}

function buildFinish({ ended, locked, result, line }: Finished): Parameters<typeof finishAttempts>[1][number] {
  const { attempt, report, writesLandBy } = ended
  const { status, endedAt = null, nextAttemptAt = null, failure = null, figures } = result
  const record = buildAttemptRecord({ ending: status, failure }, ended)
  return {
    attempt,
    locked,
    run: { status, endedAt, nextAttemptAt, failure, writesLandBy },
    figures,
    errorCount: report.errorCount + Number(line?.level === 'ERROR'),
    record,
    task: {
      ...changeOfTask(ended, { current: locked.task, isSuccess: status === 'Success' }),
      ...(showsNextUse(ended, status) && { lastUse: usedBy(record) }),
    },
  }
}

/** Whether the attempt shows how much the next copy will use. An undo and a held or stopped copy do not. */
function showsNextUse({ end }: EndedAttempt, status: RunStatus): boolean {
  if (status === 'Stopped' || end.kind !== 'finished') return false
  return end.outcome.kind !== 'held' && end.outcome.kind !== 'undone'
}

interface Copied {
  ended: EndedAttempt
  end: Extract<AttemptEnd, { kind: 'finished' }>
  locked: LockedAttempt
}

/** Saves results that depend on the outcome. */
async function saveCopy(tx: Orm, { ended: { attempt, task, now }, end, locked }: Copied): Promise<void> {
  const { outcome, last, publish, remember } = end
  const { runId, taskId } = attempt
  if ('edits' in outcome && outcome.edits) await saveTargetEdits(tx, { runId, edits: outcome.edits })
  if (outcome.kind === 'undone') {
    const { beforeRunId, runsElsewhere: except, widthAfter } = outcome
    const baseline = await undoCopies(tx, { taskId, runId, beforeRunId, except })
    if (widthAfter !== undefined) await restoreExtent(baseline, { tx, task })
    return
  }
  if (outcome.kind === 'held') return
  if (outcome.kind === 'handedOut') await saveDelivery(tx, { runId, delivery: outcome.delivery })
  await publish(tx)
  if (outcome.kind === 'copied') {
    const { appended, rows: rowCount, left, wasAccepted } = outcome
    if (appended) await finishRows(tx, { taskId, runId, rowCount, searchedFrom: appended.searchedFrom })
    if (outcome.folderFiles) await saveFolderFiles(tx, { task, files: outcome.folderFiles })
    if (outcome.targetState) await saveLastTarget(tx, { taskId, state: outcome.targetState })
    if (copiesThere({ task, current: locked.task }))
      await saveLastCopy(tx, { taskId, runId, last, left, wasAccepted, now })
  }
  await remember(tx)
}

async function handBack(tx: Orm, ended: EndedAttempt): Promise<void> {
  const { end, attempt, writesLandBy, now } = ended
  const failure = (end.kind === 'handedBack' && end.failure) || null
  await handBackRun(tx, {
    attempt,
    writesLandBy,
    record: buildAttemptRecord({ ending: 'handed_back', failure }, ended),
    now,
  })
}

function buildAttemptRecord(
  end: Pick<AttemptRecord, 'ending' | 'failure'>,
  { report, now }: EndedAttempt,
): AttemptRecord {
  return { ...report.record(), recordedAt: now.toISOString(), ...end }
}

interface TaskAtEnd {
  /** The task as it is now, locked. */
  current: LockedAttempt['task']
  isSuccess: boolean
}

/** Builds the changes of the task's columns. */
function changeOfTask({ end, task, now }: EndedAttempt, { current, isSuccess }: TaskAtEnd): TaskAfterAttempt {
  if (end.kind === 'failed' && end.error instanceof SyncFailure) {
    return afterCopy({ task, current, titles: end.error, copied: undefined })
  }
  if (end.kind !== 'finished') return {}
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
      return afterCopy({
        ...tasks,
        titles: outcome,
        copied: { ...outcome.left, verified: outcome.verified, success },
      })
    case 'held':
      return afterCopy({ ...tasks, titles: outcome, copied: undefined })
    case 'handedOut':
      return afterHandOut({ ...tasks, outcome, success })
    case 'skipped':
      return success ? afterSkip(success) : {}
    case 'undone':
      return afterUndo({ ...tasks, titles: { ...outcome, sourceTitle: '' }, widthAfter: outcome.widthAfter })
  }
}
