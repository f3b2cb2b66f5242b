import { dayNumber } from '#domain/recognize/day-number.ts'
import { parseShape, type ShapeFields } from '#domain/shape/shape.ts'
import { parseUnion, type UnionFields } from '#domain/shape/union.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import { buildJob, type Ran, type TestJob } from './test-provider.ts'

/** The first day of tests, a Saturday. */
export const TODAY = dayNumber('2026-02-14') ?? 0

type ShapedJob = Omit<TestJob, 'shape' | 'union'> & {
  shape: Partial<ShapeFields & UnionFields> & { today?: number }
}

/** Builds a job with a shape. The header of its source is in the first row. */
export function buildShapedJob({ shape: ofShape, ...job }: ShapedJob): SyncJob {
  const { today = TODAY, ...fields } = ofShape
  const startRow = job.startRow ?? 2
  const sources = { moreSources: [], sourceColumn: '', whenSourceFails: 'keep_its_rows' as const }
  const own = { sourceSsId: job.sourceId, sourceSheetName: job.sourceTab ?? '' }
  const union = parseUnion({ ...sources, ...own, ...fields })
  const shaped = parseShape(
    { startRow, columns: '', rows: '', targetCell: '', header: null, ...fields },
    { isRequired: union !== undefined },
  )
  const append = shaped?.timeColumn === undefined ? undefined : { time: today, own: undefined, unfinished: [] }
  const shape = shaped && { ...shaped, today, ...(append && { append }) }
  return buildJob({ startRow, ...job, ...(shape && { shape }), ...(union && { union }) })
}

/** Builds the job of the next run. */
export function afterRun(job: SyncJob, { left }: Pick<Ran, 'left'>): SyncJob {
  return { ...job, last: left }
}

/** Makes a job read everything. */
export function forgetMemory(job: SyncJob): SyncJob {
  return { ...job, last: { ...job.last, memory: undefined } }
}
