import type { Task } from '#contract/task.ts'

/** The fields of a task that say what it copies and how it stands. */
export function describeTask(task: Task) {
  return {
    id: task.id,
    name: task.name,
    type: task.task_type.name,
    source: { spreadsheet: task.source_ss_name ?? task.source_ss_id, tab: task.source_sheet_name },
    target: { spreadsheet: task.target_ss_name ?? task.target_ss_id, tab: task.target_sheet_name },
    status: task.task_status,
    is_active: task.is_active,
    last_successful_run: task.last_successful_run,
    next_run_at: task.next_run_at,
    freshness: task.freshness,
  }
}
