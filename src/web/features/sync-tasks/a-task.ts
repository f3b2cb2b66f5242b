import type { Task } from '#contract/task.ts'

/** A task for tests: one that has never run, changed where a test cares. */
export function aTask(change: Partial<Task> = {}): Task {
  const typeId = change.sync_task_type_id ?? 1
  return {
    id: 1,
    name: 'Revenue',
    sync_task_type_id: typeId,
    task_type: { id: typeId, name: `Type ${typeId}`, chunk_size: 1000, allowed_concurrent_tasks: 1 },
    source_ss_id: 'source',
    source_ss_name: 'Ledger',
    target_ss_id: 'target',
    target_ss_name: 'Mirror',
    source_sheet_name: 'January',
    target_sheet_name: 'Copy',
    scheduled_times: [],
    relevant_user_accounts: '',
    chunk_size: 1000,
    start_row: 1,
    sort_order: 0,
    is_active: true,
    total_elapsed_seconds: null,
    max_concurrent_tasks: null,
    retry_count: 0,
    last_error_count: 0,
    prerequisites_count: 0,
    last_successful_run: null,
    last_triggered: null,
    latest_log: null,
    position_actions: {
      can_push_to_front: false,
      can_push_to_back: false,
      can_move_up: false,
      can_move_down: false,
      total_tasks_of_type: 1,
      current_position: 1,
    },
    can_copy_anyway: false,
    running_status: false,
    task_status: 'Pending',
    rows_done: null,
    rows_total: null,
    seconds_left: null,
    waiting_for: null,
    ...change,
  }
}
