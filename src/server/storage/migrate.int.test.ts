import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openFreshDatabase } from '#tests/support/fresh-database.ts'
import { migrate, NewerDatabaseError } from './migrate.ts'

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
