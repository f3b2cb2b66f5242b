import { accountsOf } from '#domain/tasks/accounts-of.ts'
import { ownerOf } from '#domain/tasks/lent-access.ts'
import type { Task } from '#server/tasks/read-tasks.ts'
import type { SyncJob } from './sync-job.ts'

/** What a run of the task copies. */
export function jobOfTask(task: Task, { allowShrink }: Pick<SyncJob, 'allowShrink'>): SyncJob {
  const { lastRows, lastWidth, lastErrorCells } = task
  return {
    sourceId: task.sourceSsId,
    sourceTab: task.sourceSheetName,
    targetId: task.targetSsId,
    targetTab: task.targetSheetName,
    startRow: task.startRow,
    chunkSize: task.chunkSize,
    accounts: accountsOf(task),
    owner: ownerOf(task),
    allowShrink,
    holdsEdits: task.holdsEdits,
    ...(lastRows !== null && { lastRows }),
    ...(lastWidth !== null && { lastWidth }),
    ...(lastErrorCells !== null && { lastErrorCells }),
  }
}
