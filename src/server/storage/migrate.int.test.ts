import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type AttemptRecord, NO_FIGURES, usedBy } from '#domain/runs/attempt-record.ts'
import { openFreshDatabase } from '#tests/support/fresh-database.ts'
import { LAST_OF_RELEASE_3_0, readAppliedMigrations } from './applied-migrations.ts'
import type { Orm } from './database.ts'
import { tasks } from './live-tables.ts'
import { migrate, NewerDatabaseError } from './migrate.ts'
import { readMigrations } from './migration-files.ts'

/** Number of migrations before tasks stored their last use. */
const BEFORE_LAST_USE = 69
/** Number of migrations before tasks stored whether a person chose their names. */
const BEFORE_OWN_NAMES = 45

test('a database that a newer version has upgraded is refused and stays as it is', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  await migrate(orm)
  await orm.execute(
    sql`insert into drizzle.applied_migrations (hash, created_at, forbids_previous) values ('later', 9999999999999, 'it ignores A.')`,
  )
  await expect(migrate(orm)).rejects.toThrow(NewerDatabaseError)
  await expect(migrate(orm)).rejects.toThrow(
    'A newer version of Nano Sync has already upgraded this database. This version may not start on it: it ignores A.',
  )
  await orm.execute(sql`delete from drizzle.applied_migrations where hash = 'later'`)
  await migrate(orm)
})

/** Query by which release 3.0.0 reads the last migration, to refuse a database with an unknown migration. */
const LAST_FOR_RELEASE_3_0 = sql`select coalesce(max(created_at), 0)::text as at from drizzle.__drizzle_migrations`

test.each([
  ['a shape', sql`update all_tasks set columns = 'A:C'`],
  ['a mode', sql`update all_tasks set mode = 'append'`],
  ['another source', sql`update all_tasks set more_sources = '[{"ss_id": "other", "sheet_name": "Data"}]'`],
  ['hidden rows', sql`update all_tasks set hidden_rows = 'skip'`],
  ['a pause', sql`insert into pauses values (1, now(), now() + interval '1 hour', 'jo')`],
])('release 3.0.0 starts on the database of this version until there is %s', async (_, use) => {
  await using database = await openWithType()
  const { orm } = database
  await addTask(orm, 'Ledger')
  expect(await orm.execute(LAST_FOR_RELEASE_3_0)).toMatchObject({ rows: [{ at: String(LAST_OF_RELEASE_3_0) }] })
  await orm.execute(use)
  const newest = String(readMigrations().at(-1)?.createdAt)
  expect(await orm.execute(LAST_FOR_RELEASE_3_0)).toMatchObject({ rows: [{ at: newest }] })
})

test('a database that an unreleased version has migrated gets what its migrations say of going back', async () => {
  await using database = await openWithType()
  const { orm } = database
  const applied = await readAppliedMigrations(orm)
  await orm.execute(sql`drop view drizzle.__drizzle_migrations`)
  await orm.execute(sql`alter table drizzle.applied_migrations drop forbids_previous, drop forbids_while`)
  await orm.execute(sql`alter table drizzle.applied_migrations add allows_previous boolean not null default false`)
  await orm.execute(sql`alter table drizzle.applied_migrations rename to __drizzle_migrations`)
  await migrate(orm)
  expect(await readAppliedMigrations(orm)).toEqual(applied)
  expect(await orm.execute(LAST_FOR_RELEASE_3_0)).toMatchObject({ rows: [{ at: String(LAST_OF_RELEASE_3_0) }] })
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
    failure: null,
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

/** Opens a database with a type, by default with the schema of this version. */
async function openWithType({ upTo = Number.POSITIVE_INFINITY } = {}) {
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
