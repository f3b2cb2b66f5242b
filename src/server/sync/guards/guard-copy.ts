import { MAX_TRIES } from '#domain/copy/request-retry.ts'
import type { TargetEdits } from '#domain/copy/target-state.ts'
import type { Hold } from '#domain/failures/failure.ts'
import { isCovered } from '#domain/guards/is-covered.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { openScratch, type Scratch } from '#server/sync/compare/scratch.ts'
import type { SyncJob } from '#server/sync/job/sync-job.ts'
import type { TabPair } from '#server/sync/tabs/tab-pair.ts'
import { findMissing, hasCome } from './find-missing.ts'
import { judgeEdits, reasonsToHoldEdits } from './judge-edits.ts'
import { type JudgedSource, judgeSource } from './judge-source.ts'
import { type PreparedCopy, type PrepareOptions, prepareCopy } from './prepare-copy.ts'

interface GuardOptions extends Omit<PrepareOptions, 'scratch' | 'source' | 'target' | 'sample' | 'memory'> {
  tabs: TabPair
  scratchDir: string
  /** Disposes of temporary files. */
  stack: AsyncDisposableStack
}

/** A copy, with what the guards found before anything was written. */
export interface GuardedCopy {
  prepared: PreparedCopy
  /** The rows of the source, and the cells that differ. */
  scratch: Scratch
  /** The edits of the target since the last run. */
  edits: TargetEdits | undefined
  /** The source, compared with the last copies. */
  judged: JudgedSource
  /** Why a person would have to confirm the copy, also where one did. */
  found: readonly Hold[]
  /** Whether a person accepted what would have held the copy. */
  wasAccepted: boolean
  /** Why a person has to confirm the copy, the main reason first; empty if nobody has to. */
  holds: readonly Hold[]
}

/**
 * Prepares a copy and applies the guards. Before it is held for blanks or errors, the source is read again after pauses,
 * because its formulas may not have finished.
 */
export async function guardCopy(client: SheetsClient, options: GuardOptions): Promise<GuardedCopy> {
  let copy = await prepareAndJudge(client, options)
  const { source } = options.tabs
  let missing = await findMissing(client, { source, copy })
  for (let failures = 1; failures < MAX_TRIES && missing.length > 0; failures += 1) {
    await client.backOff(failures)
    if (!(await hasCome(client, { source, missing }))) continue
    copy = await prepareAndJudge(client, options)
    missing = await findMissing(client, { source, copy })
  }
  return copy
}

async function prepareAndJudge(client: SheetsClient, options: GuardOptions): Promise<GuardedCopy> {
  const { tabs, job, stack, scratchDir } = options
  const scratch = stack.use(openScratch(scratchDir))
  const prepared = await prepareCopy(client, { ...options, ...tabs, scratch })
  const edits = await judgeEdits(client, { found: prepared.edits, target: tabs.layouts.currentTarget })
  const judged = await judgeSource({ ...tabs, prepared, scratch, job })
  const found = [...tabs.holds, ...judged.holds, ...reasonsToHoldEdits(edits, job)]
  return { prepared, scratch, edits, judged, ...decide(found, job) }
}

export function decide(
  found: readonly Hold[],
  { allowShrink, accepted = [], written = 0 }: Pick<SyncJob, 'allowShrink' | 'accepted' | 'written'>,
): Pick<GuardedCopy, 'found' | 'holds' | 'wasAccepted'> {
  if (found.length === 0) return { found, holds: [], wasAccepted: false }
  if (allowShrink || isCovered(found, accepted)) return { found, holds: [], wasAccepted: true }
  return { found, holds: written > 0 ? found.map((hold) => ({ ...hold, written })) : found, wasAccepted: false }
}
