import { literalName } from '#contract/tab-pattern.ts'
import { firstDataRowIn, isSameRegion, type Region, regionFrom } from '#domain/copy/region.ts'
import { serialTime } from '#domain/copy/serial-time.ts'
import type { Baseline, Reached } from '#domain/guards/baseline.ts'
import { countErrorCells } from '#domain/guards/source-profile.ts'
import { buildHandOut } from '#domain/hand-out/hand-out.ts'
import { dayNumber } from '#domain/recognize/day-number.ts'
import type { AppendState } from '#domain/shape/place-append.ts'
import { shapeOf } from '#domain/shape/shape.ts'
import { stackOf } from '#domain/shape/stack.ts'
import { preferenceOf } from '#domain/tasks/lent-access.ts'
import type { Task } from '#server/tasks/read-tasks.ts'
import type { SyncJob } from './sync-job.ts'

/** Describes the copy of a task's run. */
export function jobOfTask(
  task: Task,
  run: Pick<
    SyncJob,
    'allowShrink' | 'earlier' | 'lastTabs' | 'takenTabs' | 'rules' | 'cellLimits' | 'keptCells' | 'keepsCells'
  > &
    Required<Pick<SyncJob, 'accepted'>> & { today: number; append?: AppendState | undefined },
): SyncJob {
  const { lastRows, accessFailure } = task
  const { allowShrink, keepsCells, accepted, earlier, lastTabs, takenTabs = [], rules, today, append } = run
  const { cellLimits = {}, keptCells = [] } = run
  const { baseline } = earlier
  // A task that was pointed elsewhere has forgotten its region. Its copies between these tabs remember it.
  const stack = stackOf(task)
  const handOut = buildHandOut(task)
  const shape = shapeOf({ ...task, isStacked: stack !== undefined || handOut !== undefined })
  const region = shape?.region ?? regionFrom(task.startRow)
  const last = lastRegion(baseline, { region, mode: task.mode })
  // Rows of other people are beside those that an append or an update adds.
  const reached = task.mode === 'mirror' ? lastRegion(earlier.reached ?? null, { region, mode: task.mode }) : undefined
  const lastWidth = task.lastWidth ?? last?.width
  const lastFilledRow = task.lastFilledRow ?? last?.filledRow
  const lastErrorCells = task.lastErrorCells ?? countLastErrors(baseline)
  return {
    sourceId: task.sourceSsId,
    sourceTab: stack ? task.sourceSheetName : literalName(task.sourceSheetName),
    targetId: task.targetSsId,
    targetTab: task.targetSheetName,
    lastTabs,
    takenTabs,
    startRow: task.startRow,
    ...(shape && { shape: { ...shape, today, ...(append && { append }) } }),
    ...(stack && { stack }),
    ...(handOut && { handOut }),
    chunkSize: task.chunkSize,
    ...preferenceOf(task),
    allowShrink,
    keepsCells,
    accepted,
    holdsEdits: task.holdsEdits,
    beside: task.beside,
    mayBeInTrash: accessFailure?.cause === 'in_trash',
    cellLimits,
    keptCells,
    earlier,
    rules,
    expectations: { filled: task.expectFilled, unique: task.expectUnique },
    ...(lastRows !== null && { lastRows }),
    ...(lastWidth !== undefined && { lastWidth }),
    ...(reached && { reachedWidth: reached.width }),
    ...(lastFilledRow !== undefined && { lastFilledRow }),
    ...(lastErrorCells !== undefined && { lastErrorCells }),
  }
}

/** The serial number of the day of a local time such as `2026-07-14 05:30:00 EDT`. */
export function dayOf(localTime: string): number {
  return dayNumber(localTime.slice(0, 'YYYY-MM-DD'.length)) ?? 0
}

/** The serial number of a local time such as `2026-07-14 05:30:00 EDT`. */
export function serialOf(localTime: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = (localTime.split(' ')[1] ?? '').split(':').map(Number)
  return serialTime({ day: dayOf(localTime), seconds: hours * 3600 + minutes * 60 + seconds })
}

/** Several sources are judged one by one. */
function countLastErrors(baseline: Baseline | null): number | undefined {
  return baseline && !baseline.sources ? countErrorCells(baseline.profile) : undefined
}

/** How far the last copy reached, if it wrote to the same region. */
function lastRegion(
  baseline: Reached | null,
  { region, mode }: { region: Region; mode: Task['mode'] },
): { width: number; filledRow: number } | undefined {
  if (!baseline || (baseline.shape?.mode ?? 'mirror') !== mode) return undefined
  if (!isSameRegion(baseline.shape?.region ?? regionFrom(baseline.startRow), region)) return undefined
  const { lastColumn: width, rows } = baseline.shape ?? { lastColumn: baseline.width, rows: baseline.rows }
  return { width, filledRow: firstDataRowIn(region) - 1 + rows }
}
