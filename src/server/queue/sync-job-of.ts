import type { RunWork } from '#server/runs/run-work.ts'
import type { SyncJob } from '#server/sync/sync-job.ts'

/** What a run of a task copies, and how. */
export function syncJobOf({ task, run }: Pick<RunWork, 'task' | 'run'>): SyncJob {
  const { lastRows, lastWidth } = task
  return {
    sourceId: task.sourceSsId,
    sourceTab: task.sourceSheetName,
    targetId: task.targetSsId,
    targetTab: task.targetSheetName,
    startRow: task.startRow,
    chunkSize: task.chunkSize,
    accounts: addressesOf(task.relevantUserAccounts),
    createdBy: task.createdBy,
    allowShrink: run.allowShrink,
    ...(lastRows !== null && { lastRows }),
    ...(lastWidth !== null && { lastWidth }),
  }
}

function addressesOf(list: string): string[] {
  return list
    .split(',')
    .map((address) => address.trim().toLowerCase())
    .filter((address) => address !== '')
}
