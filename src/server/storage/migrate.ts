import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { findReasons, prepareTable, readAppliedMigrations, storeLimits } from './applied-migrations.ts'
import type { OpenOptions, Orm } from './database.ts'
import { MIGRATIONS_FOLDER, readMigrations } from './migration-files.ts'

/** Thrown when a later version of the app has migrated the database. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError'
  constructor(reasons: readonly string[] = []) {
    const why = reasons.map((reason) => ` This version may not start on it: ${reason}`)
    super(
      `A newer version of Nano Sync has already upgraded this database.${why.join('')} Start the newer version, or restore a backup from before the upgrade into an empty database.`,
    )
  }
}

interface MigrateOptions extends Pick<OpenOptions, 'fillNew' | 'beforeUpgrade'> {
  /** The last schema version to apply. */
  upTo?: number
  folder?: string
}

/**
 * Applies the migrations the database lacks, all in one transaction. Accepts migrations of a later version, unless one of
 * them forbids this version to start. If several nodes may migrate, `connection` must be a single connection that holds the
 * migration lock.
 *
 * @throws NewerDatabaseError
 */
export async function migrate(
  connection: Orm,
  { upTo = Number.POSITIVE_INFINITY, folder = MIGRATIONS_FOLDER, fillNew, beforeUpgrade }: MigrateOptions = {},
): Promise<void> {
  const known = readMigrations(folder)
  const { applied, version, later } = await readVersion(connection, known)
  if (later.length > 0) {
    const reasons = await findReasons(connection, later)
    if (reasons.length > 0) throw new NewerDatabaseError(reasons)
    return
  }
  const missing = known.slice(version, upTo)
  const present = known.slice(0, version + missing.length)
  const isUpToDate = present.every(({ limit }, at) => isDeepStrictEqual(limit, applied[at]?.limit))
  if (missing.length === 0 && (isUpToDate || version === 0)) return
  if (version > 0 && missing.length > 0) {
    await beforeUpgrade?.({ connection, limits: missing.flatMap(({ limit }) => limit ?? []) })
  }
  await connection.transaction(async (tx) => {
    await prepareTable(tx)
    for (const { statements, hash, createdAt } of missing) {
      for (const statement of statements) await tx.execute(sql.raw(statement))
      await tx.execute(sql`insert into drizzle.applied_migrations (hash, created_at) values (${hash}, ${createdAt})`)
    }
    await storeLimits(tx, present)
    await refreshViews(tx)
    if (version === 0) await fillNew?.(tx)
  })
}

/**
 * Adds new table columns to the views of tasks and types outside the trash, because a view keeps the columns from its creation.
 *
 * The condition is a CASE because the planner expects a CASE to hold for half of the rows. Without statistics, it would expect
 * "is null" to hold for one row in 200, and scan all tasks for each run.
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
 * Counts the migrations in the database, which is the version of its schema; 0 for an empty database.
 *
 * @throws NewerDatabaseError if this version does not know some migrations, whatever they allow: its backup would leave out
 * their additions
 */
export async function readSchemaVersion(orm: Pick<Orm, 'execute'>): Promise<number> {
  const { version, later } = await readVersion(orm, readMigrations())
  if (later.length > 0) throw new NewerDatabaseError()
  return version
}

/** Whether a later version has migrated the database further. */
export async function isNewerDatabase(orm: Pick<Orm, 'execute'>): Promise<boolean> {
  return (await readVersion(orm, readMigrations())).later.length > 0
}

/** Reads how many migrations of this version the database has, and the migrations of later versions. */
async function readVersion(orm: Pick<Orm, 'execute'>, known: readonly { createdAt: number }[]) {
  const applied = await readAppliedMigrations(orm)
  const lastKnownAt = known.at(-1)?.createdAt ?? 0
  const lastAt = applied.at(-1)?.createdAt ?? 0
  return {
    applied,
    version: known.filter(({ createdAt }) => createdAt <= lastAt).length,
    later: applied.filter(({ createdAt }) => createdAt > lastKnownAt),
  }
}

const TableResult = z.object({ rows: z.tuple([z.object({ exists: z.boolean() })]) })
