import { ne } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'

/** Creator of the sample tasks, which the first start adds. */
export const SAMPLES_CREATOR = 'samples'

/** Whether no user has created a task yet. */
export async function areAllSamples(orm: Orm): Promise<boolean> {
  const own = await orm.select({ id: tasks.id }).from(tasks).where(ne(tasks.createdBy, SAMPLES_CREATOR)).limit(1)
  return own.length === 0
}
