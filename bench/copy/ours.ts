import { shapeOf } from '#domain/shape/shape.ts'
import { NO_COPY } from '#server/last-copy/last-copy.ts'
import { CHUNK_ROWS, type Copied, type CopyJob } from './copy-job.ts'
import { buildJob, connect, NO_QUOTA, runCopy } from './run-copy.ts'

/** The copy engine of Nano Sync, without the data copy, which the others do not have. */
export async function ours(job: CopyJob): Promise<Copied> {
  const { sheetsUrl, sourceId, targetId, rows, columns, isRepeated, memory } = job
  const shape = job.shape && shapeOf(job.shape)
  const last = { ...NO_COPY, extent: isRepeated ? { rows, width: columns } : {}, memory }
  const { cellsChanged, ...outcome } = await runCopy(
    connect(sheetsUrl, NO_QUOTA),
    buildJob({
      sourceId,
      targetId,
      chunkSize: CHUNK_ROWS,
      last,
      ...(shape && { shape: { ...shape, today: 46_000 } }),
    }),
  )
  return { cells: cellsChanged, memory: outcome.left.memory }
}
