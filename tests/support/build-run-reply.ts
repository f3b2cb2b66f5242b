import type { Run } from '#contract/run.ts'
import { byCount, byOutcome } from '#contract/run-figures.ts'

/** Builds a successful run of five minutes, with the given fields replaced. */
export function buildRunReply(fields: Partial<Run> = {}): Run {
  return {
    id: 1,
    task_id: 1,
    task_name: 'Orders',
    task_type_id: 1,
    task_type_name: 'Ledger',
    wave_id: '00000000-0000-4000-8000-000000000001',
    status: 'Success',
    triggered_by: 'jo@example.com',
    queued_at: '2026-11-21T15:59:00.000Z',
    started_at: '2026-11-21T16:00:00.000Z',
    ended_at: '2026-11-21T16:05:00.000Z',
    elapsed_seconds: 300,
    ...byOutcome('run', () => false),
    rows: 4000,
    ...byCount(() => 0),
    cells_changed: 12,
    reads: 9,
    writes: 1,
    attempts_count: 1,
    ...fields,
  }
}
