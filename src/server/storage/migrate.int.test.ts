import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openFreshDatabase } from '#tests/support/fresh-database.ts'
import { tasks } from './live-tables.ts'
import { migrate, NewerDatabaseError } from './migrate.ts'

/** How many migrations there were before tasks stored whether somebody chose their names. */
const BEFORE_OWN_NAMES = 45

test('a database that a newer version has upgraded is refused and stays as it is', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  await migrate(orm)
  await orm.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`)
  await expect(migrate(orm)).rejects.toThrow(NewerDatabaseError)
  await expect(migrate(orm)).rejects.toThrow('A newer version of Nano Sync has already upgraded this database.')
  await orm.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'later'`)
  await migrate(orm)
})

test('the names that people chose before they were told apart count as chosen', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  for (const statement of ['drop schema public cascade', 'create schema public', 'drop schema drizzle cascade']) {
    await orm.execute(sql.raw(statement))
  }
  await migrate(orm, { upTo: BEFORE_OWN_NAMES })
  await orm.execute(sql`insert into all_task_types
    (name, allowed_concurrent_tasks, queue_delay_seconds, max_retries, retry_delay_seconds, chunk_size, position)
    values ('Type', 1, 0, 0, 0, 1000, 1)`)
  const add = (name: string, source: string, target: string) =>
    orm.execute(sql`insert into all_tasks (task_type_id, name, source_ss_id, target_ss_id, source_sheet_name,
      target_sheet_name, scheduled_times, relevant_user_accounts, chunk_size, start_row, position, is_active, created_by)
      values (1, ${name}, ${name}, 'target', ${source}, ${target}, '[]', '', 1000, 2, 1, true, 'jo')`)
  await add('Ledger 1', 'Data', 'Data')
  await add('Data', 'Data', 'Other')
  await add('Other', '', 'Other')
  await add('Sync Task 4', '#gid=7', '')
  await add('#gid=8', '#gid=8', '')
  await migrate(orm)
  const chosen = await orm.select({ name: tasks.name }).from(tasks).where(eq(tasks.hasOwnName, true))
  expect(chosen).toEqual([{ name: 'Ledger 1' }])
})
