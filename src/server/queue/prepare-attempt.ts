import type { PlannedReach, SyncJob, SyncPorts } from '#engine/job/sync-job.ts'
import { extendTo } from '#engine/last-copy/last-copy.ts'
import { appendOf } from '#server/copy-jobs/append-of.ts'
import { forgetVersions, recall } from '#server/copy-jobs/copy-memories.ts'
import { dayOf, jobOfTask } from '#server/copy-jobs/job-of-task.ts'
import { openSourceCopies } from '#server/copy-jobs/source-copies.ts'
import type { WrittenTarget } from '#server/hand-out/hand-out-ports.ts'
import { saveReach } from '#server/last-copy/extents.ts'
import { forgetLastTargets, readLastTarget } from '#server/last-copy/last-target.ts'
import { readPreviewedChanges } from '#server/preview/previewed-changes.ts'
import { reserveRows } from '#server/runs/appends.ts'
import { saveProgress } from '#server/runs/attempt-lease.ts'
import type { AttemptWork } from './attempt-work.ts'
import { maySkip } from './may-skip.ts'

/** Builds the job of the attempt and the ports of its copies. */
export async function prepareAttempt(at: AttemptWork): Promise<{ job: SyncJob; ports: SyncPorts }> {
  const { options, watch, work, dataCopy, changes, learnedLimits } = at
  const { orm, now, formatTime, tempDir } = options
  const { task, keepsCells } = work
  const { log, onProgress, onWait } = watch.report.ports
  begin(at)
  const job = await buildJob(at)
  const ports: SyncPorts = {
    log,
    onProgress,
    onWait,
    now,
    formatTime,
    tempDir,
    signal: watch.signal,
    willWrite: (reach) => willWrite(at, { job, reach }),
    willNote: () => forgetVersions(orm, task.targetSsId),
    dataCopy: keepsCells ? dataCopy.store : undefined,
    onLimitsLearned(limits) {
      for (const [id, cells] of limits) learnedLimits.set(id, cells)
    },
    changes: changes.selectTarget({ widthBefore: job.last.extent.width ?? null, keepsCells }),
    // The data copy reveals edits of the target.
    ...(keepsCells && { sources: openSourceCopies(orm, task.id), lastTarget: () => readLastTarget(orm, work) }),
    previewed: await previewedFor(at),
  }
  return { job, ports }
}

function begin({ options, watch, work: { run, writesLandBy } }: AttemptWork): void {
  // The notification of a stop right after the claim came before this attempt existed.
  if (run.status === 'Stopping') watch.interrupt('stopped')
  watch.lateWrites.inherit(writesLandBy)
  if (run.startedAt && run.startedAt.getTime() === run.attemptStartedAt?.getTime()) {
    options.metrics.started({ waitedMs: run.startedAt.getTime() - run.queuedAt.getTime() })
  }
}

async function buildJob({ options: { orm, now, formatTime, noteOf }, work }: AttemptWork): Promise<SyncJob> {
  const { task, run, skipsUntouched, written } = work
  const approval = { allowShrink: run.allowShrink, accepted: work.accepted?.rules ?? [] }
  const fileChecks = { requestedAt: run.queuedAt, preparesSkip: skipsUntouched }
  // All attempts of a run use the same day.
  const today = dayOf(formatTime(run.startedAt ?? now()))
  const append = await appendOf(orm, { task, runId: run.id, startedAt: formatTime(run.startedAt ?? now()) })
  const kind = work.freshnessNote
  const note = kind !== 'off' && noteOf ? { note: { kind, ...(await noteOf(orm, task)) } } : {}
  const job = { ...jobOfTask(task, { ...work, approval, fileChecks, today, append }), written, ...note }
  const memory = recall({ memory: work.memory, task, run, writesLandBy: work.writesLandBy, job, now: now() })
  if (!memory) return job
  const skip = { maySkip: await maySkip(orm, { work, memory, now: now() }) }
  return { ...job, last: { ...job.last, memory }, fileChecks: { ...job.fileChecks, ...skip } }
}

/**
 * The preview the run was started from. Later attempts ignore it, because they also differ by the writes of the first attempt.
 */
async function previewedFor({ attempt, options: { orm }, work: { task, run } }: AttemptWork) {
  if (attempt.number > 1 || run.previewId === null) return undefined
  return await readPreviewedChanges(orm, { previewId: run.previewId, taskId: task.id })
}

async function willWrite(at: AttemptWork, { job, reach }: { job: SyncJob; reach: PlannedReach }) {
  const { append, sheetId, width, lastRow: filledRow } = reach
  const { attempt, options, work } = at
  const { task, run } = work
  const { targetSsId } = task
  if (append) await reserveRows(options.orm, { taskId: task.id, runId: attempt.runId, targetSsId, rows: append })
  // An undo stays within the extent of the runs it undoes.
  if (!run.undo) await saveReach(options.orm, { task, extent: extendTo(job.last.extent, { width, filledRow }) })
  await willWriteTo(at, { targetSsId, sheetId })
}

/** Forgets other runs' knowledge of a target, and records until when a write may arrive. */
export async function willWriteTo(
  { attempt, options: { orm, now, timing }, watch: { lateWrites } }: AttemptWork,
  { targetSsId, sheetId }: WrittenTarget,
): Promise<void> {
  await forgetVersions(orm, targetSsId)
  if (sheetId !== undefined) await forgetLastTargets(orm, { spreadsheetId: targetSsId, sheetId })
  lateWrites.begin()
  const bound = lateWrites.boundFor(new Date(now().getTime() + timing.leaseMs))
  await saveProgress(orm, { attempt, progress: { writesLandBy: bound } })
}
