import { sql } from 'drizzle-orm'
import type { Orm } from './database.ts'

const TASK_ROWS_LOCK = 7_206_544

/**
 * Transactions that change many tasks take turns, so that no two of them wait for rows of one another, and so that places
 * and conflicts stay as they were looked at. Take it before any other lock of a task or a type; it ends with the transaction.
 */
export async function lockTaskRows(tx: Orm): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${TASK_ROWS_LOCK})`)
}
