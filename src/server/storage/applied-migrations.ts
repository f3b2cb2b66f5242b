import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Orm } from './database.ts'
import type { GoingBackLimit } from './migration-files.ts'

/**
 * Time of the last migration of release 3.0.0. Releases up to 3.0.0 refuse a database with a later migration in
 * `drizzle.__drizzle_migrations`, whatever the migration allows.
 */
export const LAST_OF_RELEASE_3_0 = 1_795_637_510_490

interface AppliedMigration {
  readonly createdAt: number
  readonly limit: GoingBackLimit | null
}

type Statements = Pick<Orm, 'execute'>

/** Reads the migrations applied to the database, oldest first. */
export async function readAppliedMigrations(orm: Statements): Promise<AppliedMigration[]> {
  const table = await orm.execute(sql`
    select coalesce(to_regclass('drizzle.applied_migrations'), to_regclass('drizzle.__drizzle_migrations'))::text as name`)
  const [{ name }] = TableResult.parse(table).rows
  if (name === null) return []
  const result = await orm.execute(sql`
    select created_at::text as "createdAt", to_jsonb(applied) ->> 'forbids_previous' as reason,
      to_jsonb(applied) ->> 'forbids_while' as query
    from ${sql.raw(name)} applied order by applied.created_at`)
  return AppliedResult.parse(result).rows.map(({ createdAt, reason, query }) => ({
    createdAt,
    limit: reason === null ? null : { reason, query },
  }))
}

const TableResult = z.object({ rows: z.tuple([z.object({ name: z.string().nullable() })]) })
const AppliedResult = z.object({
  rows: z.array(
    z.object({ createdAt: z.coerce.number(), reason: z.string().nullable(), query: z.string().nullable() }),
  ),
})

/** Finds reasons why the release before these migrations may not start now. */
export async function findReasons(orm: Statements, migrations: readonly AppliedMigration[]): Promise<string[]> {
  const reasons: string[] = []
  for (const { limit } of migrations) {
    if (limit === null) continue
    const result = await orm.execute(sql`select ${holds(limit)} as holds`)
    if (HoldsResult.parse(result).rows[0].holds) reasons.push(limit.reason)
  }
  return reasons
}

const HoldsResult = z.object({ rows: z.tuple([z.object({ holds: z.boolean() })]) })

function holds({ query }: GoingBackLimit): SQL {
  return query === null ? sql`true` : sql`exists (${sql.raw(query)})`
}

/** Creates the table of applied migrations, or converts the table of releases up to 3.0.0 into it. */
export async function prepareTable(tx: Statements): Promise<void> {
  const found = await tx.execute(sql`select to_regclass('drizzle.applied_migrations')::text as name`)
  if (TableResult.parse(found).rows[0].name !== null) return
  await tx.execute(sql`create schema if not exists drizzle`)
  await tx.execute(
    sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  )
  await tx.execute(sql`alter table drizzle.__drizzle_migrations rename to applied_migrations`)
  await tx.execute(
    sql`alter table drizzle.applied_migrations add column forbids_previous text, add column forbids_while text`,
  )
}

/** Stores for each migration, including earlier ones, whether the previous release may start on it. */
export async function storeLimits(tx: Statements, migrations: readonly AppliedMigration[]): Promise<void> {
  for (const { createdAt, limit } of migrations) {
    await tx.execute(sql`
      update drizzle.applied_migrations set forbids_previous = ${limit?.reason ?? null}, forbids_while = ${limit?.query ?? null}
      where created_at = ${createdAt} and (forbids_previous, forbids_while)
        is distinct from (${limit?.reason ?? null}::text, ${limit?.query ?? null}::text)`)
  }
  await showToReleases3(tx, migrations)
}

/**
 * Shows later migrations to releases up to 3.0.0 while one of them forbids going back. Otherwise these releases find nothing
 * unknown and start.
 */
async function showToReleases3(tx: Statements, migrations: readonly AppliedMigration[]): Promise<void> {
  const limits = migrations.flatMap(({ createdAt, limit }) => (createdAt > LAST_OF_RELEASE_3_0 && limit ? limit : []))
  const isForbidden = sql.join([sql`false`, ...limits.map(holds)], sql` or `)
  await tx.execute(sql`drop view if exists drizzle.__drizzle_migrations`)
  await tx.execute(sql`create view drizzle.__drizzle_migrations as
    select id, hash, created_at from drizzle.applied_migrations
    where created_at <= ${sql.raw(String(LAST_OF_RELEASE_3_0))} or ${isForbidden}`)
}
