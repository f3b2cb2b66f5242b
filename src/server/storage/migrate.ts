import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { z } from 'zod'
import { PROJECT_FOLDER } from '#server/config/project-folder.ts'
import type { OpenOptions, Orm } from './database.ts'

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

/** The line of a migration on which the previous release may go on, also when it starts anew. */
export const ALLOWS_PREVIOUS = '-- The previous release may start on this.'

/**
 * Applies the migrations that the database lacks, all in one transaction, up to a schema version. A later version may have
 * applied more that this version does not know, if each of them says that this one may start. `connection` must be a
 * single connection if several nodes may migrate, and hold the migration lock. `fillNew` runs in the same transaction on a
 * database that had no migrations.
 *
 * @throws NewerDatabaseError
 */
export async function migrate(
  connection: Orm,
  {
    upTo = Number.POSITIVE_INFINITY,
    folder = MIGRATIONS_FOLDER,
    fillNew,
  }: { upTo?: number; folder?: string } & Pick<OpenOptions, 'fillNew'> = {},
): Promise<void> {
  const { version, later } = await readApplied(connection, folder)
  if (later.some(({ allowsPrevious }) => !allowsPrevious)) throw new NewerDatabaseError()
  const missing = later.length > 0 ? [] : readMigrations(folder).slice(version, upTo)
  if (missing.length === 0) return
  await connection.transaction(async (tx) => {
    await tx.execute(sql`create schema if not exists drizzle`)
    await tx.execute(
      sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
    )
    await tx.execute(
      sql`alter table drizzle.__drizzle_migrations add column if not exists allows_previous boolean not null default false`,
    )
    for (const { statements, hash, createdAt, allowsPrevious } of missing) {
      for (const statement of statements) await tx.execute(sql.raw(statement))
      await tx.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at, allows_previous) values (${hash}, ${createdAt}, ${allowsPrevious})`,
      )
    }
    await refreshViews(tx)
    if (version === 0) await fillNew?.(tx)
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
 * @throws NewerDatabaseError where it has some that this version does not know, whatever they allow: a backup by this version
 *   would leave out what they added
 */
export async function readSchemaVersion(orm: Pick<Orm, 'execute'>): Promise<number> {
  const { version, later } = await readApplied(orm, MIGRATIONS_FOLDER)
  if (later.length > 0) throw new NewerDatabaseError()
  return version
}

/** Whether a later version has migrated the database further. */
export async function isNewerDatabase(orm: Pick<Orm, 'execute'>): Promise<boolean> {
  return (await readApplied(orm, MIGRATIONS_FOLDER)).later.length > 0
}

/** The migrations of the database: how many of them this version knows, and the others. */
async function readApplied(orm: Pick<Orm, 'execute'>, folder: string) {
  const table = await orm.execute(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`)
  if (!TableResult.parse(table).rows[0].exists) return { version: 0, later: [] }
  const known = readMigrations(folder)
  const lastKnownAt = known.at(-1)?.createdAt ?? 0
  // Versions before this column did not allow any to go back.
  const result = await orm.execute(sql`
    select created_at::text as at, coalesce((to_jsonb(applied) ->> 'allows_previous')::boolean, false) as allows
    from drizzle.__drizzle_migrations applied order by created_at`)
  const applied = AppliedResult.parse(result).rows
  const lastAt = applied.at(-1)?.at ?? 0
  return {
    version: known.filter(({ createdAt }) => createdAt <= lastAt).length,
    later: applied.filter(({ at }) => at > lastKnownAt).map(({ allows }) => ({ allowsPrevious: allows })),
  }
}

const TableResult = z.object({ rows: z.tuple([z.object({ exists: z.boolean() })]) })
const AppliedResult = z.object({ rows: z.array(z.object({ at: z.coerce.number(), allows: z.boolean() })) })

/** Oldest first. The database knows them by the times at which they were generated. */
function readMigrations(folder: string) {
  return readMigrationFiles({ migrationsFolder: folder }).map(({ sql: statements, hash, folderMillis }) => ({
    statements,
    hash,
    createdAt: folderMillis,
    allowsPrevious: statements.some((statement) => statement.split('\n').includes(ALLOWS_PREVIOUS)),
  }))
}
