import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { z } from 'zod'
import { PROJECT_FOLDER } from '#server/config/project-folder.ts'
import type { Orm } from './database.ts'

export const MIGRATIONS_FOLDER = join(PROJECT_FOLDER, 'src/server/storage/migrations')

/** A later version of the app has migrated the database. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError'
  constructor() {
    super(
      'A newer version of Nano Sync has already upgraded this database. Start that version, or restore a backup from before the upgrade into an empty database.',
    )
  }
}

/**
 * Applies the migrations that the database lacks, all in one transaction, up to a schema version. `connection` must be a
 * single connection if several nodes may migrate, and hold the migration lock.
 *
 * @throws NewerDatabaseError
 */
export async function migrate(connection: Orm, { upTo = Number.POSITIVE_INFINITY } = {}): Promise<void> {
  const applied = await readSchemaVersion(connection)
  const missing = readMigrations().slice(applied, upTo)
  if (missing.length === 0) return
  await connection.transaction(async (tx) => {
    await tx.execute(sql`create schema if not exists drizzle`)
    await tx.execute(
      sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
    )
    for (const { statements, hash, createdAt } of missing) {
      for (const statement of statements) await tx.execute(sql.raw(statement))
      await tx.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${createdAt})`)
    }
    await refreshViews(tx)
  })
}

/**
 * Adds new columns of the tables to the views of what is not in the trash: a view has those of the time of its creation.
 *
 * The condition is a CASE for the sake of the planner. Of one it expects half of the rows; of "is null", as long as there are
 * no statistics, one of 200. It would then scan all tasks for each run.
 */
async function refreshViews(tx: Pick<Orm, 'execute'>): Promise<void> {
  const table = await tx.execute(sql`select to_regclass('public.all_tasks') is not null as exists`)
  if (!TableResult.parse(table).rows[0].exists) return
  const isLive = sql`case when deletion_id is null then true else false end`
  for (const name of ['task_types', 'tasks']) {
    const [view, all] = [sql.identifier(name), sql.identifier(`all_${name}`)]
    await tx.execute(sql`create or replace view ${view} as select * from ${all} where ${isLive}`)
  }
}

/**
 * How many migrations the database has, which is the version of its schema; 0 for an empty database.
 *
 * @throws NewerDatabaseError
 */
export async function readSchemaVersion(orm: Pick<Orm, 'execute'>): Promise<number> {
  const table = await orm.execute(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`)
  if (!TableResult.parse(table).rows[0].exists) return 0
  const last = await orm.execute(sql`select coalesce(max(created_at), 0)::text as at from drizzle.__drizzle_migrations`)
  const lastAt = LastResult.parse(last).rows[0].at
  const known = readMigrations()
  if (lastAt > (known.at(-1)?.createdAt ?? 0)) throw new NewerDatabaseError()
  return known.filter(({ createdAt }) => createdAt <= lastAt).length
}

const TableResult = z.object({ rows: z.tuple([z.object({ exists: z.boolean() })]) })
const LastResult = z.object({ rows: z.tuple([z.object({ at: z.coerce.number() })]) })

/** Oldest first. The database knows them by the times at which they were generated. */
function readMigrations() {
  return readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).map(({ sql: statements, hash, folderMillis }) => ({
    statements,
    hash,
    createdAt: folderMillis,
  }))
}
