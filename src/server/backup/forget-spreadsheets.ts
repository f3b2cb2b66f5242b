import { isNotNull } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { copyMemories, dataCopies } from '#server/storage/schema.ts'

/**
 * After a restore: the spreadsheets have moved on since the backup, so what runs left in them says nothing. Otherwise a run
 * would take what later runs had written for edits of people.
 */
export async function forgetSpreadsheets(orm: Orm): Promise<void> {
  await orm.update(dataCopies).set({ target: null }).where(isNotNull(dataCopies.target))
  await orm.delete(copyMemories)
}
