import type pg from 'pg'
import { DATA_COPY, LONG_TASK_ID, PAGE_ROWS } from './fill-database.ts'

const TASK_FIELDS = `
  tasks.*, type.name as type_name, type.chunk_size as type_chunk_size, type.allowed_concurrent_tasks, sizes.task_count,
  run.status, run.attempt, run.triggered_by, run.queued_at, run.started_at, run.ended_at, run.error_count, run.is_held,
  run.failure, run.rows_done, run.rows_total, run.phase_started_at, to_json(latest.*) as latest_log, recent.runs as recent_runs`

const TASKS_AND_RELATED = `
  from tasks join task_types type on type.id = tasks.task_type_id
  join (select task_type_id, count(*) as task_count from tasks group by task_type_id) sizes using (task_type_id)
  left join runs run on run.id = tasks.current_run_id
  left join lateral (select * from task_logs where task_id = tasks.id order by id desc limit 1) latest on true
  left join lateral (
    select json_agg(json_build_object('id', id, 'status', status, 'started_at', started_at, 'ended_at', ended_at) order by id) as runs
    from (select * from runs where task_id = tasks.id order by id desc limit 10) last
  ) recent on true`

const PROGRESS = `
  select tasks.id, tasks.task_type_id, is_active, status, rows_done, rows_total, phase_started_at
  from tasks left join runs on runs.id = current_run_id`

type Read = (client: pg.Client, page?: number) => Promise<unknown>

/** Statements that read the rows of each call without the app. */
export const plainSql = {
  list: (client) =>
    client.query(`
      with page as (
        select tasks.id from tasks join task_types type on type.id = task_type_id order by type.position, tasks.position limit 400
      )
      select ${TASK_FIELDS} ${TASKS_AND_RELATED} where tasks.id in (select id from page) order by type.position, tasks.position`),
  statusAll: (client) => client.query(PROGRESS),
  task: async (client) => {
    await client.query(`select ${TASK_FIELDS} ${TASKS_AND_RELATED} where tasks.id = $1`, [LONG_TASK_ID])
    await client.query('select * from task_logs where task_id = $1 order by id desc limit 50', [LONG_TASK_ID])
  },
  logs: (client) => client.query('select * from task_logs where task_id = $1 order by id', [LONG_TASK_ID]),
  /** Reads a page of rows that are spread over the data copy, as in a sorted page. */
  sortedPage: (client, page = 0) =>
    client.query(
      `select row_number, cells from data_copy_rows join tasks using (data_copy_id)
       where tasks.id = $1 and row_number = any($2)`,
      [LONG_TASK_ID, Array.from({ length: PAGE_ROWS }, (_, at) => ((page * PAGE_ROWS + at) * 7919) % DATA_COPY.rows)],
    ),
} satisfies Record<string, Read>
