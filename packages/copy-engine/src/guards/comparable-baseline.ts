import { type Baseline, findKeyColumn } from '#domain/guards/baseline.ts'
import { createSourceProfiler, type SourceProfiler } from '#domain/guards/source-profile.ts'
import type { JobRules, SyncJob } from '#engine/job/sync-job.ts'

export type ComparableJob = Pick<SyncJob, 'last' | 'shape'> & { rules: Pick<JobRules, 'expectations'> }

/** The baseline of the last copy, if it covers the same columns of the source. */
export function comparableBaseline(job: ComparableJob): Baseline | undefined {
  const { baseline } = job.last
  return baseline && !baseline.sources && (baseline.shape?.used ?? ALL_COLUMNS) === usedColumns(job)
    ? baseline
    : undefined
}

/** A profiler that also samples rows by the key of the last copy. */
export function createComparableProfiler(job: ComparableJob): SourceProfiler {
  return createSourceProfiler({ keyColumn: findKeyColumn(comparableBaseline(job)) })
}

const ALL_COLUMNS = ''

/** The names of the columns a copy uses. */
export function usedColumns({ shape, rules }: ComparableJob): string {
  if (!shape || shape.columns.length === 0) return ALL_COLUMNS
  const { filled, unique } = rules.expectations
  const names = [...shape.columns.map(({ name }) => name), ...shape.conditions.map(({ column }) => column)]
  return JSON.stringify([...names, ...filled, ...unique])
}
