import { tmpdir } from 'node:os'
import { createGoogle } from '#server/google/google.ts'
import { recordRequests } from '#server/google/request-recorder.ts'
import { runSync } from '#server/sync/run-sync.ts'
import { CHUNK_ROWS, type Copied, type CopyJob } from './copy-job.ts'
import { ignoredChanges } from './ignored-changes.ts'

const UNLIMITED = 1_000_000
const NO_QUOTA = {
  readsPerMinute: UNLIMITED,
  writesPerMinute: UNLIMITED,
  projectReadsPerMinute: UNLIMITED,
  projectWritesPerMinute: UNLIMITED,
}

/** The copy engine of Nano Sync, without the data copy, which the others do not have. */
export async function ours(job: CopyJob): Promise<Copied> {
  const { sheetsUrl, sourceId, targetId, rows, columns, isRepeated, memory } = job
  const google = createGoogle({
    config: { sheetsUrl, driveUrl: sheetsUrl, ...NO_QUOTA },
    now: () => new Date(),
    random: Math.random,
  })
  const tabs = { sourceId, sourceTab: '', targetId, targetTab: '' }
  const outcome = await runSync(
    google,
    {
      ...tabs,
      startRow: 1,
      chunkSize: CHUNK_ROWS,
      accounts: [],
      owner: '',
      allowShrink: false,
      ...(isRepeated && { lastRows: rows, lastWidth: columns }),
      ...(memory && { memory }),
    },
    {
      signal: new AbortController().signal,
      log() {},
      onProgress() {},
      scratchDir: tmpdir(),
      requests: { beforeSending() {}, writeBrokeOff() {}, recorder: recordRequests() },
      onWait() {},
      async willWrite() {},
      dataCopy: { open: async () => ({ async append() {}, async publish() {}, async [Symbol.asyncDispose]() {} }) },
      changes: ignoredChanges,
    },
  )
  return { cells: outcome.cellsChanged, memory: outcome.memory }
}
