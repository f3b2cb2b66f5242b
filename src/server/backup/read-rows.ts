import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Orm } from '#server/storage/database.ts'
import type { BackedUpTable } from './backed-up-tables.ts'

const ROWS_PER_FETCH = 500
const RowsResult = z.object({ rows: z.array(z.object({ row: z.string() })) })

/**
 * Reads the rows of a table in the order of its primary key, each as JSON text. The text comes from the database and is never
 * parsed here, so every value stays unchanged. Must run in a transaction.
 */
export async function* readRows(tx: Orm, table: BackedUpTable): AsyncGenerator<string> {
  const order = table.key.map(({ name, isText }) =>
    isText ? sql`${sql.identifier(name)} collate "C"` : sql.identifier(name),
  )
  // Write times in UTC, regardless of the database's settings.
  await tx.execute(sql`set local timezone to 'UTC'`)
  await tx.execute(
    sql`declare backup_rows no scroll cursor for
      select row_to_json(t)::text as row from ${identifyTable(table)} t order by ${sql.join(order, sql`, `)}`,
  )
  for (;;) {
    const { rows } = RowsResult.parse(await tx.execute(sql.raw(`fetch ${ROWS_PER_FETCH} from backup_rows`)))
    for (const { row } of rows) yield row
    if (rows.length < ROWS_PER_FETCH) break
  }
  await tx.execute(sql`close backup_rows`)
}

export function identifyTable({ name }: BackedUpTable): SQL {
  return sql`${sql.identifier('public')}.${sql.identifier(name)}`
}
