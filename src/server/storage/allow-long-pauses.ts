import { sql } from 'drizzle-orm'
import type { Orm } from './database.ts'

/**
 * Lets a transaction work for up to a minute without a statement, as on a large file; other transactions lose their
 * connection after 10 seconds. If its node vanishes, its locks stay as long.
 */
export async function allowLongPauses(tx: Orm): Promise<void> {
  await tx.execute(sql`set local idle_in_transaction_session_timeout = '60s'`)
}
