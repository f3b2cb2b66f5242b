import type { SyncJob } from '#engine/job/sync-job.ts'
import type { CopyMemory } from '#engine/last-copy/copy-memory.ts'
import type { Workbook } from '#engine/workbook.ts'
import { rememberedTabs } from './copy-memory.ts'
import { createLayouts } from './layouts.ts'
import { type KnownSource, type OpenTabs, openTabs } from './open-tabs.ts'
import { inRegion } from './resolve-tabs.ts'
import { withRestarts } from './with-restarts.ts'

/** The tabs a run works with, as the last run left them or as they are now. */
export interface TabPair extends OpenTabs {
  /** Undefined where the tabs were found anew. */
  memory: CopyMemory | undefined
}

/**
 * Works with the tabs as the last run left them, if that is known. Starts again with the current tabs if the remembered
 * tabs turn out to have been replaced, or if rows moved while they were read. `work` must not write.
 *
 * @throws ProviderError rows_shifted if the rows never stood still
 */
export function withTabs<Result>(
  workbook: Workbook,
  job: SyncJob,
  work: (tabs: TabPair) => Promise<Result>,
  known?: KnownSource,
): Promise<Result> {
  return withRestarts(workbook, job.last.memory, async (memory) =>
    work(memory ? recallTabs(workbook, { job, memory }) : await openTabPair(workbook, job, known)),
  )
}

function recallTabs(workbook: Workbook, { job, memory }: { job: SyncJob; memory: CopyMemory }): TabPair {
  const { source, target } = rememberedTabs(memory, job)
  const tabs = { source, target: inRegion(target, job) }
  const layouts = createLayouts(workbook, { ...tabs, job, known: {} })
  return { ...tabs, layouts, memory, sample: undefined, changes: [], holds: [] }
}

async function openTabPair(workbook: Workbook, job: SyncJob, known?: KnownSource): Promise<TabPair> {
  return { ...(await openTabs(workbook, job, known)), memory: undefined }
}
