import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Orm } from '#server/storage/database.ts'
import { readSchemaVersion } from '#server/storage/migrate.ts'
import { type BackedUpTable, migrationName, readBackedUpTables } from './backed-up-tables.ts'
import { BackupError } from './backup-error.ts'
import { type DumpEnd, type DumpLine, FORMAT } from './dump-line.ts'
import { readRows } from './read-rows.ts'
import { summarizeRows } from './table-summary.ts'

interface Options {
  now: () => Date
  /** Whether the backup includes the embedded provider's spreadsheets. */
  hasSpreadsheets: boolean
}

/**
 * Writes the content of a database as lines of text for `loadDump`. The embedded database and PostgreSQL use the same format.
 * All lines come from a single snapshot, regardless of concurrent writes.
 *
 * @param connection - a single connection without a transaction
 * @throws BackupError when the database has never been used
 */
export async function* dump(connection: Orm, { now, hasSpreadsheets }: Options): AsyncGenerator<string> {
  const schemaVersion = await readSchemaVersion(connection)
  const migration = migrationName(schemaVersion)
  if (migration === undefined)
    throw new BackupError('There is nothing to back up: Nano Sync has never used this database.')
  await connection.execute(sql`begin transaction isolation level repeatable read, read only`)
  try {
    const createdAt = now().toISOString()
    yield formatLine({ kind: 'start', format: FORMAT, createdAt, schemaVersion, migration, hasSpreadsheets })
    const tables: DumpEnd['tables'] = {}
    for (const table of await readBackedUpTables(connection)) {
      yield formatLine({ kind: 'table', name: table.name })
      const summary = summarizeRows()
      for await (const row of readRows(connection, table)) {
        summary.add(row)
        yield row
      }
      tables[table.name] = { ...summary.end(), lastId: await readLastId(connection, table) }
    }
    yield formatLine({ kind: 'end', tables })
  } finally {
    await connection.execute(sql`rollback`)
  }
}

function formatLine(line: DumpLine): string {
  return JSON.stringify([line])
}

const LastIdResult = z.object({ rows: z.tuple([z.object({ id: z.coerce.number().nullable() })]) })

/** Reads the last number given to a row. The row may have been deleted since. */
async function readLastId(tx: Orm, table: BackedUpTable): Promise<number | null> {
  if (table.identity === null) return null
  const result = await tx.execute(
    sql`select pg_sequence_last_value(pg_get_serial_sequence(${`public.${table.name}`}, ${table.identity})::regclass)::text as id`,
  )
  return LastIdResult.parse(result).rows[0].id
}
