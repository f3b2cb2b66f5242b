import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { z } from 'zod'
import type { Orm } from '#server/storage/database.ts'
import { MIGRATIONS_FOLDER } from '#server/storage/migration-files.ts'

export interface BackedUpTable {
  readonly name: string
  /** Columns of the primary key, in the order of the table. */
  readonly key: readonly { readonly name: string; readonly isText: boolean }[]
  /** Column with numbers counted by the database, if any. */
  readonly identity: string | null
}

const TablesResult = z.object({
  rows: z.array(
    z.object({
      name: z.string(),
      key: z.array(z.object({ name: z.string(), isText: z.boolean() })).nonempty(),
      identity: z.string().nullable(),
    }),
  ),
})

/**
 * Lists the app's tables in a database of any schema version, sorted by name. Excludes tables of pg-boss: their wake-ups are
 * not needed after a start.
 */
export async function readBackedUpTables(orm: Pick<Orm, 'execute'>): Promise<BackedUpTable[]> {
  const result = await orm.execute(sql`
    select relname as name,
      (select json_agg(json_build_object('name', attname, 'isText', atttypid in ('text'::regtype, 'varchar'::regtype)) order by attnum)
        from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = pg_class.oid and indisprimary) as key,
      (select attname from pg_attribute where attrelid = pg_class.oid and attidentity <> '') as identity
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname in ${createdTables()}
    order by relname collate "C"`)
  return TablesResult.parse(result).rows
}

/** Lists all tables created by migrations, because the schema may also have tables of extensions. */
function createdTables(): string[] {
  const statements = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).flatMap((migration) => migration.sql)
  return statements.flatMap((statement) =>
    [...statement.matchAll(/(?:CREATE TABLE(?: IF NOT EXISTS)?|RENAME TO) "(\w+)"/g)].map(([, name = '']) => name),
  )
}

const Journal = z.object({ entries: z.array(z.object({ idx: z.int(), tag: z.string() })) })

/** Returns the name of the migration that leads to a schema version. */
export function migrationName(schemaVersion: number): string | undefined {
  const journal = readFileSync(join(MIGRATIONS_FOLDER, 'meta/_journal.json'), 'utf8')
  return Journal.parse(JSON.parse(journal)).entries[schemaVersion - 1]?.tag
}
