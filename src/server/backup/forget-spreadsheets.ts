import { isNotNull } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { copyMemories, dataCopies } from '#server/storage/schema.ts'

/**
 * After a restore, the spreadsheets have changed since the backup, so the recorded state of targets is void. Otherwise a
 * run would take values written by later runs for edits of people.
 */
export async function forgetSpreadsheets(orm: Orm): Promise<void> {
  await orm.update(dataCopies).set({ target: null }).where(isNotNull(dataCopies.target))
  await orm.delete(copyMemories)
}
