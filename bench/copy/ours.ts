import { parseShape } from '#domain/shape/shape.ts'
import { NO_COPY } from '#engine/last-copy/last-copy.ts'
import type { Copied, CopyJob } from './copy-job.ts'
import { buildJob, connect, NO_QUOTA, runCopy } from './run-copy.ts'

/** Copies with the engine of Nano Sync, but without a data copy, which the other contenders lack. */
export async function ours(job: CopyJob): Promise<Copied> {
  const { sheetsUrl, sourceId, targetId, last = NO_COPY } = job
  const shape = job.shape && parseShape(job.shape)
  const { cellsChanged, ...outcome } = await runCopy(
    connect(sheetsUrl, NO_QUOTA),
    buildJob({
      sourceId,
      targetId,
      limits: { chunkSize: 2000 },
      last,
      ...(shape && { shape: { ...shape, today: 46_000 } }),
    }),
  )
  return { cells: cellsChanged, last: outcome.left }
}
