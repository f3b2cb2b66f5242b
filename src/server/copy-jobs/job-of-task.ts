import { serialTime } from '#domain/copy/serial-time.ts'
import type { GuardRules } from '#domain/guards/guard-rules.ts'
import { dayNumber } from '#domain/recognize/day-number.ts'
import type { AppendState } from '#domain/shape/place-append.ts'
import type { TakenTab } from '#domain/tasks/last-tabs.ts'
import { findPreference } from '#domain/tasks/lent-access.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import type { CellLimits } from '#engine/workbook.ts'
import { buildLastCopy, type RecordedCopies } from '#server/last-copy/build-last-copy.ts'
import type { Task } from '#server/tasks/read-tasks.ts'
import { describeSources } from './describe-sources.ts'

/** Builds the job for the copy of a task's run. */
export function jobOfTask(
  task: Task,
  run: Pick<SyncJob, 'approval' | 'keepsCells' | 'fileChecks'> & {
    takenTabs?: readonly TakenTab[]
    rules: GuardRules
    cellLimits?: CellLimits
    recorded: RecordedCopies
    today: number
    append?: AppendState | undefined
  },
): SyncJob {
  const { approval, keepsCells, takenTabs = [], rules, today, append, cellLimits = {}, fileChecks } = run
  const { shape, ...sources } = describeSources(task)
  return {
    ...sources,
    target: { id: task.targetSsId, tab: task.targetSheetName, takenTabs },
    startRow: task.startRow,
    ...(shape && { shape: { ...shape, today, ...(append && { append }) } }),
    access: findPreference(task),
    limits: { chunkSize: task.chunkSize, cellLimits },
    approval,
    keepsCells,
    rules: {
      ...rules,
      expectations: { filled: task.expectFilled, unique: task.expectUnique },
      holdsEdits: task.holdsEdits,
    },
    beside: task.beside,
    fileChecks: { ...fileChecks, mayBeInTrash: task.accessFailure?.cause === 'in_trash' },
    last: buildLastCopy(task, run.recorded),
  }
}

/** Serial number of the day of a local time, for example `2026-07-14 05:30:00 EDT`. */
export function dayOf(localTime: string): number {
  return dayNumber(localTime.slice(0, 'YYYY-MM-DD'.length)) ?? 0
}

/** Serial number of a local time, for example `2026-07-14 05:30:00 EDT`. */
export function serialOf(localTime: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = (localTime.split(' ')[1] ?? '').split(':').map(Number)
  return serialTime({ day: dayOf(localTime), seconds: hours * 3600 + minutes * 60 + seconds })
}
