import { CHUNK_ROWS, type Copied, type CopyJob } from './copy-job.ts'
import { buildJob, connect, NO_QUOTA, runCopy } from './run-copy.ts'

/** The copy engine of Nano Sync, without the data copy, which the others do not have. */
export async function ours(job: CopyJob): Promise<Copied> {
  const { sheetsUrl, sourceId, targetId, rows, columns, isRepeated, memory } = job
  const last = { ...(isRepeated && { lastRows: rows, lastWidth: columns }), ...(memory && { memory }) }
  const { cellsChanged, ...outcome } = await runCopy(
    connect(sheetsUrl, NO_QUOTA),
    buildJob({ sourceId, targetId, chunkSize: CHUNK_ROWS, ...last }),
  )
  return { cells: cellsChanged, memory: outcome.memory }
}
