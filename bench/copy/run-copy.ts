import { tmpdir } from 'node:os'
import { NO_LIMIT } from '#domain/forecast/request-bucket.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import { NO_COPY } from '#engine/last-copy/last-copy.ts'
import type { CopiedRun } from '#engine/outcome.ts'
import { runSync } from '#engine/run-sync.ts'
import { createGoogle, type Google, type GoogleConfig } from '#server/google/google.ts'
import { ignoredChanges, ignoredDataCopy } from './ignored-changes.ts'

type Quota = Pick<
  GoogleConfig,
  'readsPerMinute' | 'writesPerMinute' | 'projectReadsPerMinute' | 'projectWritesPerMinute'
>

export const NO_QUOTA: Quota = {
  readsPerMinute: NO_LIMIT,
  writesPerMinute: NO_LIMIT,
  projectReadsPerMinute: NO_LIMIT,
  projectWritesPerMinute: NO_LIMIT,
}

/** Connects to a provider, with a separate quota. */
export function connect(url: string, quota: Quota): Google {
  const config = { sheetsUrl: url, driveUrl: url, ...quota }
  return createGoogle({ config, now: () => new Date(), random: Math.random })
}

interface BenchJob extends Partial<Omit<SyncJob, 'limits'>>, Pick<SyncJob, 'limits'> {
  sourceId: string
  targetId: string
}

/** Builds a job from the first tab of a spreadsheet to the first tab of another. */
export function buildJob({ sourceId, targetId, ...job }: BenchJob): SyncJob {
  return {
    source: { id: sourceId, tab: '' },
    target: { id: targetId, tab: '' },
    startRow: 1,
    access: { accounts: [], owner: '' },
    approval: { allowShrink: false, accepted: [] },
    keepsCells: true,
    last: NO_COPY,
    rules: { onColumnChange: 'hold', holdLossPercent: 30, expectations: { filled: [], unique: [] } },
    ...job,
  }
}

/** Runs the copy engine of Nano Sync without storing anything. */
export async function runCopy(google: Google, job: SyncJob): Promise<CopiedRun> {
  const outcome = await runSync(google, job, {
    signal: new AbortController().signal,
    log() {},
    onProgress() {},
    now: () => new Date(),
    formatTime: (at) => at.toISOString(),
    tempDir: tmpdir(),
    onWait() {},
    async willWrite() {},
    dataCopy: ignoredDataCopy,
    changes: ignoredChanges,
  })
  if (outcome.kind !== 'copied') throw new Error(`The run was ${outcome.kind}`)
  return outcome
}
