import { sql } from 'drizzle-orm'
import { pluralize } from '#domain/pluralize.ts'
import type { Orm } from '#server/storage/database.ts'
import { migrate, readSchemaVersion } from '#server/storage/migrate.ts'
import { type BackedUpTable, migrationName, readBackedUpTables } from './backed-up-tables.ts'
import { BackupError, damagedBackup } from './backup-error.ts'
import { type DumpEnd, type DumpStart, parseDumpLine } from './dump-line.ts'
import { identifyTable, readRows } from './read-rows.ts'
import { summarizeRows } from './table-summary.ts'
import { withoutForeignKeys } from './without-foreign-keys.ts'

/** Approximate length of the text of a statement. */
const BATCH_LENGTH = 1_000_000

/** Number of rows per table of the dump. */
export type RowCounts = Readonly<Record<string, number>>

/**
 * Fills an empty database with a dump, compares every table with the dump, and migrates the result to the current version. All
 * steps share a transaction, so the database stays empty if anything fails.
 *
 * @param connection - a single connection without a transaction
 * @param complete - changes the loaded rows before anybody can see them
 * @throws BackupError when the database has data, or the dump is damaged
 */
export async function loadDump(
  connection: Orm,
  lines: AsyncIterable<string>,
  complete: (tx: Orm) => Promise<void> = async () => undefined,
): Promise<RowCounts> {
  const iterator = lines[Symbol.asyncIterator]()
  try {
    return await connection.transaction(async (tx) => {
      const rows = await loadAll(tx, iterator)
      await complete(tx)
      return rows
    })
  } finally {
    await iterator.return?.()
  }
}

async function loadAll(tx: Orm, iterator: AsyncIterator<string>): Promise<RowCounts> {
  const start = await readStart(iterator)
  await requireEmpty(tx, start)
  await migrate(tx, { upTo: start.schemaVersion })
  const tables = await readBackedUpTables(tx)
  const end = await withoutForeignKeys(tx, tables, () => loadTables(tx, { tables, iterator }))
  await requireSame(tx, { tables, end })
  await setLastIds(tx, { tables, end })
  await migrate(tx)
  return Object.fromEntries(Object.entries(end.tables).map(([name, { rows }]) => [name, rows]))
}

async function readStart(iterator: AsyncIterator<string>): Promise<DumpStart> {
  const first = await iterator.next()
  const start = first.done ? undefined : parseDumpLine(first.value)
  if (start?.kind !== 'start') throw damagedBackup()
  return requireReadable(start)
}

/** @throws BackupError when a newer version made the backup */
export function requireReadable(start: DumpStart): DumpStart {
  if (migrationName(start.schemaVersion) === start.migration) return start
  throw new BackupError('This backup is from a newer version of Nano Sync. Restore it with that version.')
}

async function requireEmpty(tx: Orm, start: DumpStart): Promise<void> {
  const schemaVersion = await readSchemaVersion(tx)
  const counts: string[] = []
  for (const table of await readBackedUpTables(tx)) {
    const count = await tx.$count(identifyTable(table))
    if (count > 0) counts.push(`${table.name}: ${pluralize(count, 'row')}`)
  }
  if (counts.length > 0) {
    throw new BackupError(
      `The database already contains data (${counts.join(', ')}), and nothing was changed. Create an empty database and set DATABASE_URL to it.`,
    )
  }
  if (schemaVersion > start.schemaVersion) {
    throw new BackupError(
      'The database has no data, but a newer version than that of the backup has already created its tables. Create an empty database and set DATABASE_URL to it.',
    )
  }
}

interface Source {
  tables: readonly BackedUpTable[]
  iterator: AsyncIterator<string>
}

async function loadTables(tx: Orm, { tables, iterator }: Source): Promise<DumpEnd> {
  let table: BackedUpTable | undefined
  let batch: string[] = []
  let length = 0
  const flush = async () => {
    if (table && batch.length > 0) await insertRows(tx, { table, rows: batch })
    batch = []
    length = 0
  }
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    const line = parseDumpLine(next.value)
    if (line === undefined) {
      batch.push(next.value)
      length += next.value.length
      if (length >= BATCH_LENGTH) await flush()
      continue
    }
    await flush()
    if (line.kind === 'end') return line
    table = line.kind === 'table' ? tables.find(({ name }) => name === line.name) : undefined
    if (table === undefined) throw damagedBackup()
  }
  throw damagedBackup()
}

async function insertRows(tx: Orm, { table, rows }: { table: BackedUpTable; rows: readonly string[] }): Promise<void> {
  const name = identifyTable(table)
  await tx.execute(
    sql`insert into ${name} overriding system value
      select * from json_populate_recordset(null::${name}, ${`[${rows.join(',')}]`}::json)`,
  )
}

interface LoadedDump {
  tables: readonly BackedUpTable[]
  end: DumpEnd
}

/** Reads the written rows back and compares them with the dump. */
async function requireSame(tx: Orm, { tables, end }: LoadedDump): Promise<void> {
  for (const table of tables) {
    const summary = summarizeRows()
    for await (const row of readRows(tx, table)) summary.add(row)
    const { rows, sha256 } = summary.end()
    const expected = end.tables[table.name]
    if (rows === expected?.rows && sha256 === expected.sha256) continue
    throw new BackupError(
      `The table ${table.name} differs from the backup: ${pluralize(rows, 'row')} instead of ${expected?.rows ?? 0}, or other content. Nothing was restored. The backup is damaged; use another one.`,
    )
  }
}

async function setLastIds(tx: Orm, { tables, end }: LoadedDump): Promise<void> {
  for (const { name, identity } of tables) {
    const lastId = end.tables[name]?.lastId
    if (identity === null || lastId === undefined || lastId === null) continue
    await tx.execute(sql`select setval(pg_get_serial_sequence(${`public.${name}`}, ${identity}), ${lastId})`)
  }
}
