import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Orm } from '#server/storage/database.ts'
import { startTestApp } from '#tests/support/test-app.ts'

const MESSAGE =
  'Nano Sync cannot save anything because the disk of its database is full. Ask an administrator to free some space.'

/** Makes writes to a table fail as on a full disk. */
async function fillDiskFor(orm: Orm, table: string): Promise<void> {
  await orm.execute(sql`create or replace function has_no_space() returns trigger language plpgsql as $$
    begin raise 'could not extend file' using errcode = 'disk_full'; end $$`)
  await orm.execute(
    sql.raw(`create trigger has_no_space before insert or update on ${table} execute function has_no_space()`),
  )
}

test('a call that cannot be saved because the disk is full says so', async () => {
  await using app = await startTestApp()
  await fillDiskFor(app.context.database.orm, 'all_task_types')
  const refused = await app.member.send(api.taskTypes.create, { body: { name: 'Ledgers' } })
  expect(refused.status).toBe(503)
  expect(await refused.json()).toEqual({ error: MESSAGE, message: MESSAGE, code: 'database_unavailable' })
})

test('a sign-in that cannot be saved says so, without the statement that failed', async () => {
  await using app = await startTestApp()
  await fillDiskFor(app.context.database.orm, 'sessions')
  const refused = await fetch(`${app.url}/auth/login`, { redirect: 'manual' })
  expect(refused.status).toBe(503)
  expect(await refused.json()).toEqual({ error: MESSAGE, message: MESSAGE, code: 'database_unavailable' })
})
