import type { SheetsClient } from '#server/google/sheets-client.ts'
import { type CopyMemory, rememberedTabs, StaleMemory } from './copy-memory.ts'
import { createLayouts } from './layouts.ts'
import { type OpenTabs, openTabs } from './open-tabs.ts'
import type { SyncJob } from './sync-job.ts'

/** The tabs that a run works with, as the last run left them or as they are now. */
export interface Ends extends OpenTabs {
  /** Undefined where the tabs were found anew. */
  memory: CopyMemory | undefined
}

/**
 * Works with the tabs as the last run left them, if that is known, and once more with what is found now if they turn out to
 * have become others.
 */
export async function withEnds<Result>(
  client: SheetsClient,
  job: SyncJob,
  work: (ends: Ends) => Promise<Result>,
): Promise<Result> {
  const { memory } = job
  if (memory) {
    const tabs = rememberedTabs(memory, job)
    const layouts = createLayouts(client, { ...tabs, job, known: {} })
    try {
      return await work({ ...tabs, layouts, memory, sample: undefined })
    } catch (error) {
      if (!(error instanceof StaleMemory)) throw error
    }
  }
  return await work({ ...(await openTabs(client, job)), memory: undefined })
}
