import { sql } from 'drizzle-orm'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { TestApp } from './test-app.ts'

/** Deletes tasks, task types, schedules, channels, granted access, history and faults. People, sessions, tokens and spreadsheets stay. */
export async function emptyApp({ context, emulator }: TestApp): Promise<void> {
  emulator.faults.clear()
  emulator.requests.clear()
  await context.database.orm.transaction(async (tx) => {
    await lockTaskRows(tx)
    await tx.execute(EMPTY)
  })
}

/** Deletes rows in the order of the foreign keys. Triggers tell the app, as after a deletion by another node. */
const EMPTY = sql`do $$
  declare
    emptied text;
  begin
    foreach emptied in array array[
      'all_tasks', 'all_task_types', 'deletions', 'activity', 'alert_channels', 'alerts', 'alert_incidents', 'alert_waves',
      'previews', 'csv_jobs', 'access_checks', 'schedule_events', 'run_all_times', 'run_all_days', 'pauses',
      'user_tokens'
    ] loop
      execute format('delete from %I', emptied);
    end loop;
  end
$$`
