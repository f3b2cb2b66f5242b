import { sql } from 'drizzle-orm'
import type { Orm } from './database.ts'

/**
 * Lets a transaction work for up to a minute without a statement, for example on a large file. Other transactions lose their
 * connection after 10 seconds. If the node vanishes, its locks also stay for a minute.
 */
export async function allowLongPauses(tx: Orm): Promise<void> {
  await tx.execute(sql`set local idle_in_transaction_session_timeout = '60s'`)
}
