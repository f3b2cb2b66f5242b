import type { SheetsClient } from '#server/google/sheets-client.ts'
import { countComputedReads, hasComputedCells } from './computed-cells.ts'
import type { CopyMemory, FileVersions } from './copy-memory.ts'
import type { Source } from './resolve-tabs.ts'
import type { SyncJob, SyncOutcome } from './sync-job.ts'

export const SKIPPED =
  'Unchanged, skipped: nobody has edited either spreadsheet since the last success, says Google Drive.'

interface Skip {
  /** Of a run that need not read anything. */
  outcome?: SyncOutcome
  /** The version of the source's file, for a run that reads its cells after this. */
  sourceVersion?: string | undefined
}

/** Asks Drive whether anybody has edited the files since the versions in the job's memory. */
export async function considerSkip(client: SheetsClient, job: SyncJob): Promise<Skip> {
  const { memory, preparesSkip = false, maySkip = false, requestedAt } = job
  if (!memory || !preparesSkip) return {}
  const [sourceVersion, targetVersion] = await Promise.all([
    client.fileVersion(job.sourceId, requestedAt),
    maySkip ? client.fileVersion(job.targetId, requestedAt) : undefined,
  ])
  const isUntouched =
    maySkip &&
    sourceVersion !== undefined &&
    targetVersion !== undefined &&
    sourceVersion === memory.sourceVersion &&
    targetVersion === memory.targetVersion
  return isUntouched ? { outcome: skippedRun(job, memory) } : { sourceVersion }
}

function skippedRun({ lastRows, lastWidth, lastErrorCells }: SyncJob, memory: CopyMemory): SyncOutcome {
  return {
    status: 'Success',
    isHeld: false,
    isSkipped: true,
    rows: lastRows ?? 0,
    width: lastWidth ?? 0,
    cellsChanged: 0,
    errorCells: lastErrorCells ?? 0,
    ...{ reads: 0, writes: 0, bytes: 0 },
    ...{ sourceTitle: '', targetTitle: '' },
    memory,
    hasReadAll: false,
  }
}

interface EqualTabs extends Pick<FileVersions, 'sourceVersion' | 'targetVersion'> {
  source: Source
  memory: CopyMemory
}

/**
 * What to remember of the files of tabs that were seen equal. Whether the source has computed cells is read once for each
 * version of its file, and only if the target's cells are known to change with its version alone.
 */
export async function versionsToRemember(client: SheetsClient, tabs: EqualTabs): Promise<FileVersions> {
  const { source, memory, sourceVersion, targetVersion } = tabs
  if (sourceVersion === undefined || targetVersion === undefined) return { targetVersion }
  const sourceIsComputed = isKnown(tabs) ? memory.sourceIsComputed : await hasComputedCells(client, source)
  return { targetVersion, sourceVersion, sourceIsComputed }
}

/** How many requests that takes, at most. */
export function readsToRemember(tabs: EqualTabs): number {
  const { source, sourceVersion, targetVersion } = tabs
  if (sourceVersion === undefined || targetVersion === undefined || isKnown(tabs)) return 0
  return countComputedReads(source.tab)
}

function isKnown({ memory, sourceVersion }: EqualTabs): boolean {
  return memory.sourceVersion === sourceVersion && memory.sourceIsComputed !== undefined
}
