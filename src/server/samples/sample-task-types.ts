import type { SampleTaskType } from './sample-set.ts'

const usual = { queue_delay_seconds: 0, max_retries: 3, retry_delay_seconds: 60, chunk_size: 2_000 }

/** A chain, Masters → Daily Ledger → Reports, a branch, Masters → Regional, and Archive by itself. */
export const sampleTaskTypes: readonly SampleTaskType[] = [
  { ...usual, name: 'Masters', allowed_concurrent_tasks: 2 },
  { ...usual, name: 'Daily Ledger', depends_on: 'Masters', allowed_concurrent_tasks: 2, chunk_size: 5_000 },
  { ...usual, name: 'Reports', depends_on: 'Daily Ledger', allowed_concurrent_tasks: 3, queue_delay_seconds: 2 },
  { ...usual, name: 'Regional', depends_on: 'Masters', allowed_concurrent_tasks: 1, retry_delay_seconds: 30 },
  { ...usual, name: 'Archive', allowed_concurrent_tasks: 1, queue_delay_seconds: 5, max_retries: 1 },
]
