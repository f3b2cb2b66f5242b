import { isNotNull } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { copyMemories, dataCopies } from '#server/storage/schema.ts'

/**
 * Deletes the recorded state of targets after a restore, because the spreadsheets have changed since the backup. Otherwise, a
 * run would mistake values written by later runs for people's edits.
 */
export async function forgetSpreadsheets(orm: Orm): Promise<void> {
  await orm.update(dataCopies).set({ target: null }).where(isNotNull(dataCopies.target))
  await orm.delete(copyMemories)
}
