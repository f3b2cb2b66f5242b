/** Records with the fields of the specification, and no others. */
export type Fields = Record<string, unknown>

/** The initial records of the server a journey can change. */
export interface State {
  isSignedIn: boolean
  tasks: Fields[]
  types: Fields[]
  logs: Fields[]
  columns: string[]
  rows: Fields[]
  schedule: Fields[]
  runAllTimes: string[]
  devLogs: Record<string, string[]>
  jobs: Fields[]
  pageSize: number
}

const ofType2 = {
  sync_task_type_id: 2,
  task_type: buildTaskType(2),
  position_actions: { total_tasks_of_type: 1, current_position: 1 },
}

export function initialState(): State {
  return {
    isSignedIn: true,
    tasks: [task(1), task(2), task(3, ofType2)],
    types: [type(1), type(2)],
    logs: [log(1), log(2, { level: 'SUCCESS', message: 'Copied 40 rows' })],
    columns: ['id', 'city', 'price'],
    rows: [{ id: 1, city: 'Ulm', price: 4.5 }],
    schedule: [{ comment: 'Nightly', command: 'run_all', schedule: '0 4 * * *' }],
    runAllTimes: ['04:00'],
    devLogs: { nano_sync_out: ['first line', 'second line'], other_log: ['other line'] },
    jobs: [{ job_id: 7 }],
    pageSize: 400,
  }
}

/** A task with every field of section 3, idle and never run. */
export function task(id: number, fields: Fields = {}): Fields {
  return {
    id,
    name: `Task ${id}`,
    sync_task_type_id: 1,
    task_type: buildTaskType(1),
    source_ss_id: `source-id-${id}`,
    source_ss_name: `Source book ${id}`,
    target_ss_id: `target-id-${id}`,
    target_ss_name: `Target book ${id}`,
    source_sheet_name: `From ${id}`,
    target_sheet_name: `To ${id}`,
    scheduled_times: ['04:00', '23:00'],
    relevant_user_accounts: 'ada@example.com',
    chunk_size: 1000,
    start_row: 2,
    sort_order: id,
    is_active: true,
    running_status: false,
    task_status: 'Pending',
    total_elapsed_seconds: 0,
    max_concurrent_tasks: null,
    retry_count: 0,
    last_error_count: 0,
    prerequisites_count: 0,
    last_successful_run: null,
    last_triggered: null,
    latest_log: null,
    logs: [],
    position_actions: {
      can_push_to_front: true,
      can_push_to_back: true,
      can_move_up: true,
      can_move_down: true,
      total_tasks_of_type: 2,
      current_position: 2,
    },
    ...fields,
  }
}

/** A task with only its identifying fields. */
export function bareTask(id: number, fields: Fields = {}): Fields {
  return { id, name: `Bare ${id}`, sync_task_type_id: 1, ...fields }
}

export function buildTaskType(id: number): Fields {
  return { id, name: `Type ${id}`, chunk_size: 1500, allowed_concurrent_tasks: 4 }
}

/** A type with the fields a user sets, without the read-only ones. */
export function type(id: number, fields: Fields = {}): Fields {
  return {
    id,
    name: `Type ${id}`,
    allowed_concurrent_tasks: 4,
    depends_on_id: null,
    queue_delay_seconds: 5,
    max_retries: 3,
    retry_delay_seconds: 60,
    chunk_size: 1500,
    ...fields,
  }
}

export function log(id: number, fields: Fields = {}): Fields {
  return {
    id,
    level: 'INFO',
    message: `Line ${id}`,
    timestamp: '2026-11-20T09:30:00Z',
    formatted_timestamp: '2026-11-20 04:30:00',
    ...fields,
  }
}

/** The rows of a data copy with the ids `from` to `from + count - 1`. */
export function dataRows(count: number, from = 1): Fields[] {
  return Array.from({ length: count }, (_, index) => ({ id: from + index, city: `City ${from + index}`, price: index }))
}
