import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import type { DatabaseChoice } from '#server/storage/database.ts'
import { openDatabase } from '#server/storage/open-database.ts'
import { writeDataCopy } from '../write-data-copy.ts'

export const TASKS = 10_000
const TYPES = 50
const TASKS_PER_TYPE = TASKS / TYPES
const RUNS_PER_TASK = 10
const LINES_PER_TASK = 5
const LINES_OF_LONG_TASK = 2000
/** Rows on a page of the data copy. */
export const PAGE_ROWS = 500
export const DATA_COPY = { rows: 100_000, columns: 20 }

/** ID of the task with a full log and a long data copy. */
export const LONG_TASK_ID = 1

/** Fills an empty database with tasks that have run ten times each, in chains of five types. */
export async function fillDatabase(choice: DatabaseChoice, tasks = TASKS): Promise<void> {
  await using database = await openDatabase(choice, { logger: pino({ level: 'silent' }), now: () => new Date() })
  const { orm } = database
  await orm.execute(sql`
    insert into task_types (name, allowed_concurrent_tasks, queue_delay_seconds, max_retries, retry_delay_seconds, chunk_size, position)
    select 'Type ' || n, 4, 0, 3, 60, 2000, n from generate_series(1, ${TYPES}::int) n`)
  await orm.execute(sql`update task_types set depends_on_id = id - 1 where id % 5 <> 1`)
  await orm.execute(sql`
    insert into tasks (task_type_id, name, source_ss_id, source_ss_name, target_ss_id, target_ss_name, source_sheet_name, target_sheet_name,
      scheduled_times, relevant_user_accounts, chunk_size, start_row, position, is_active, created_by, last_success_at, last_rows)
    select (n - 1) / ${TASKS_PER_TYPE}::int + 1, 'Orders of branch ' || n, 'source-' || md5(n::text), 'Branch ' || n,
      'target-' || md5(n::text), 'Ledger ' || n, 'Orders', 'Orders', '["05:30","17:45"]', '', 2000, 2,
      (n - 1) % ${TASKS_PER_TYPE}::int + 1, true, 'ada@example.com', now() - interval '1 hour', 1000
    from generate_series(1, ${tasks}::int) n`)
  await orm.execute(sql`
    insert into runs (task_id, task_type_id, position, status, wave_id, scope, triggered_by, attempt, queued_at, started_at,
      attempt_started_at, ended_at, rows_done, rows_total, cells_changed)
    select id, task_type_id, position, 'Success', gen_random_uuid(), 'all', 'ada@example.com', 1, at, at,
      at, at + interval '9 seconds', 1000, 1000, 12
    from tasks, generate_series(1, ${RUNS_PER_TASK}::int) n, lateral (select now() - n * interval '1 hour' as at) times
    order by n desc, id`)
  await orm.execute(sql`
    update tasks set current_run_id = newest.id
    from (select task_id, max(id) as id from runs group by task_id) newest where newest.task_id = tasks.id`)
  await orm.execute(sql`
    insert into task_logs (task_id, run_id, level, message, created_at)
    select tasks.id, current_run_id, 'INFO', 'Read 1000 rows of Orders, 12 cells changed in step ' || n, now() - n * interval '1 minute'
    from tasks, generate_series(case tasks.id when ${LONG_TASK_ID}::int then ${LINES_OF_LONG_TASK}::int else ${LINES_PER_TASK}::int end, 1, -1) n`)
  await writeDataCopy(orm, { taskId: LONG_TASK_ID, ...DATA_COPY })
  await orm.execute(sql`analyze`)
}
