import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type AttemptRecord, NO_FIGURES, usedBy } from '#domain/runs/attempt-record.ts'
import { openFreshDatabase } from '#tests/support/fresh-database.ts'
import type { Orm } from './database.ts'
import { tasks } from './live-tables.ts'
import { migrate, NewerDatabaseError } from './migrate.ts'

/** How many migrations there were before tasks stored what they used last. */
const BEFORE_LAST_USE = 69
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

test('an upgrade stores what the last copy of each task used', async () => {
  await using database = await openWithType({ upTo: BEFORE_LAST_USE })
  const { orm } = database
  for (const name of ['has run', 'is new', 'ran before attempts were recorded']) await addTask(orm, name)
  const record = (reads: number): AttemptRecord => ({
    number: 1,
    startedAt: '2026-11-26T04:48:03.886Z',
    recordedAt: '2026-11-26T04:48:09.901Z',
    ending: 'Success',
    error: null,
    figures: {
      ...NO_FIGURES,
      activities: { ...NO_FIGURES.activities, quota: 65.25 },
      accounts: [{ account: 'account-10@example.com', project: 'ledger', reads, writes: 0 }],
    },
  })
  const addRun = (taskId: number, status: string, attempts: AttemptRecord[]) =>
    orm.execute(sql`insert into runs (task_id, task_type_id, position, status, wave_id, triggered_by, queued_at, ended_at, attempts)
      values (${taskId}, 1, 1, ${status}, gen_random_uuid(), 'jo', now(), now(), ${JSON.stringify(attempts)})`)
  await addRun(1, 'Success', [record(1)])
  await addRun(1, 'Warning', [record(2), record(3)])
  await addRun(1, 'Error', [record(4)])
  await addRun(3, 'Success', [])
  await migrate(orm)
  const uses = await orm.select({ lastUse: tasks.lastUse }).from(tasks).orderBy(tasks.id)
  expect(uses).toEqual([{ lastUse: usedBy(record(3)) }, { lastUse: null }, { lastUse: null }])
})

test('the names that people chose before they were told apart count as chosen', async () => {
  await using database = await openWithType({ upTo: BEFORE_OWN_NAMES })
  const { orm } = database
  await addTask(orm, 'Ledger 1', 'Data', 'Data')
  await addTask(orm, 'Data', 'Data', 'Other')
  await addTask(orm, 'Other', '', 'Other')
  await addTask(orm, 'Sync Task 4', '#gid=7', '')
  await addTask(orm, '#gid=8', '#gid=8', '')
  await migrate(orm)
  const chosen = await orm.select({ name: tasks.name }).from(tasks).where(eq(tasks.hasOwnName, true))
  expect(chosen).toEqual([{ name: 'Ledger 1' }])
})

/** A database as of an earlier version, with a type. */
async function openWithType({ upTo }: { upTo: number }) {
  const database = await openFreshDatabase()
  const { orm } = database
  for (const statement of ['drop schema public cascade', 'create schema public', 'drop schema drizzle cascade'])
    await orm.execute(sql.raw(statement))
  await migrate(orm, { upTo })
  await orm.execute(sql`insert into all_task_types
    (name, allowed_concurrent_tasks, queue_delay_seconds, max_retries, retry_delay_seconds, chunk_size, position)
    values ('Type', 1, 0, 0, 0, 1000, 1)`)
  return database
}

async function addTask(orm: Orm, name: string, source = '', target = ''): Promise<void> {
  await orm.execute(sql`insert into all_tasks (task_type_id, name, source_ss_id, target_ss_id, source_sheet_name,
    target_sheet_name, scheduled_times, relevant_user_accounts, chunk_size, start_row, position, is_active, created_by)
    values (1, ${name}, ${name}, 'target', ${source}, ${target}, '[]', '', 1000, 2, 1, true, 'jo')`)
}
