import { sql } from 'drizzle-orm'
import { DAY_MS } from '#domain/time.ts'
import type { Orm } from '#server/storage/database.ts'
import { scheduleMarks } from '#server/storage/schema.ts'

const ACCOUNTS = 40
const TYPES = 40
/** Divisor: every twentieth task also runs every half hour. */
const INTERVAL_ONE_IN = 20
/** Prime, so edits meet all types and accounts. */
const EDIT_STRIDE = 7919

interface Added {
  tasks: number
  /** Source and target of each task, in turns. */
  ids: readonly string[]
  now: Date
}

/**
 * Adds tasks of 40 types, which in pairs depend on each other, with 40 accounts. All of them run at 05:30, 5 % also every
 * half hour, and 10 % promise how fresh they are.
 */
export async function addTasks(orm: Orm, { tasks, ids, now }: Added): Promise<void> {
  const perType = Math.ceil(tasks / TYPES)
  await orm.execute(sql`
    insert into task_types (name, allowed_concurrent_tasks, queue_delay_seconds, max_retries, retry_delay_seconds, chunk_size, position)
    select 'Type ' || n, 8, 0, 3, 60, 2000, n from generate_series(1, ${TYPES}::int) n`)
  await orm.execute(sql`update task_types set depends_on_id = id - 1 where id % 2 = 0`)
  await orm.execute(sql`
    insert into tasks (task_type_id, name, source_ss_id, source_ss_name, target_ss_id, target_ss_name, source_sheet_name,
      target_sheet_name, scheduled_times, relevant_user_accounts, chunk_size, start_row, position, is_active, created_by,
      every_minutes, every_minutes_between, fresh_within_minutes)
    select (n - 1) / ${perType}::int + 1, 'Orders of branch ' || n, ids ->> (2 * n - 2), 'Branch ' || n, ids ->> (2 * n - 1),
      'Ledger ' || n, 'Orders', 'Orders', '["05:30"]', 'account-' || n % ${ACCOUNTS}::int || '@example.com', 2000, 2,
      (n - 1) % ${perType}::int + 1, true, 'account-' || n % ${ACCOUNTS}::int || '@example.com',
      case when n % ${INTERVAL_ONE_IN}::int = 0 then 30 end, case when n % ${INTERVAL_ONE_IN}::int = 0 then '07:00-19:00' else '' end,
      case when n % 10 = 0 then 1500 end
    from generate_series(1, ${tasks}::int) n, (select ${JSON.stringify(ids)}::jsonb as ids) of_tasks`)
  // Nothing is due before the benchmark has ended, so only the benchmark starts runs.
  const doneUntil = new Date(now.getTime() + 60 * DAY_MS)
  await orm.insert(scheduleMarks).values(['05:30', 'intervals'].map((time) => ({ time, doneUntil })))
}

/** Whether people edit the source of a task. */
export function edited(task: number, oneIn: number): boolean {
  return (task * EDIT_STRIDE) % oneIn === 0
}
