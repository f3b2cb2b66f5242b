import { preferenceOf } from '#domain/tasks/lent-access.ts'
import { headerRowOf } from '#server/sync/tabs/layouts.ts'
import type { Task } from '#server/tasks/read-tasks.ts'
import type { SyncJob } from './sync-job.ts'

/** Describes the copy of a task's run. */
export function jobOfTask(
  task: Task,
  run: Pick<SyncJob, 'allowShrink' | 'earlier' | 'lastTabs' | 'rules' | 'cellLimits' | 'keptCells'> &
    Required<Pick<SyncJob, 'accepted'>>,
): SyncJob {
  const { lastRows, lastErrorCells, accessFailure } = task
  const { allowShrink, accepted, earlier, lastTabs, rules, cellLimits = {}, keptCells = [] } = run
  const { baseline } = earlier
  // A task that was pointed elsewhere has forgotten its region. Its copies between these tabs remember it.
  const lastWidth = task.lastWidth ?? baseline?.width
  const lastFilledRow = task.lastFilledRow ?? (baseline ? headerRowOf(baseline.startRow) + baseline.rows : undefined)
  return {
    sourceId: task.sourceSsId,
    sourceTab: task.sourceSheetName,
    targetId: task.targetSsId,
    targetTab: task.targetSheetName,
    lastTabs,
    startRow: task.startRow,
    chunkSize: task.chunkSize,
    ...preferenceOf(task),
    allowShrink,
    accepted,
    holdsEdits: task.holdsEdits,
    mayBeInTrash: accessFailure?.cause === 'in_trash',
    cellLimits,
    keptCells,
    earlier,
    rules,
    expectations: { filled: task.expectFilled, unique: task.expectUnique },
    ...(lastRows !== null && { lastRows }),
    ...(lastWidth !== undefined && { lastWidth }),
    ...(lastFilledRow !== undefined && { lastFilledRow }),
    ...(lastErrorCells !== null && { lastErrorCells }),
  }
}
