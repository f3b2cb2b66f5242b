import type { Task } from '#contract/task.ts'

/** Fields of a task after one run with two rows. */
export function buildSuccess(): Partial<Task> {
  const time = new Date().toISOString()
  return {
    task_status: 'Success',
    running_status: false,
    last_triggered: { time, triggered_by: 'ada@example.com' },
    last_successful_run: time,
    total_elapsed_seconds: 1,
    rows_done: 2,
    rows_total: 2,
    cells_changed: 3,
    recent_runs: [{ id: 1, status: 'Success', started_at: time, seconds: 1 }],
  }
}
