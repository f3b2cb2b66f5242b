import { asc } from 'drizzle-orm'
import { fieldChanges } from '#server/activity/field-changes.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Orm } from '#server/storage/database.ts'
import { runAllTimes } from '#server/storage/schema.ts'

/** The Run All times, HH:MM, in order. */
export async function listRunAllTimes(orm: Orm): Promise<string[]> {
  const rows = await orm.select().from(runAllTimes).orderBy(asc(runAllTimes.time))
  return rows.map((row) => row.time)
}

/** Replaces the Run All times and returns them, in order and without repeats. */
export async function replaceRunAllTimes(orm: Orm, times: readonly string[]): Promise<string[]> {
  return await orm.transaction(async (tx) => {
    const before = await listRunAllTimes(tx)
    await tx.delete(runAllTimes)
    if (times.length > 0) {
      await tx
        .insert(runAllTimes)
        .values(times.map((time) => ({ time })))
        .onConflictDoNothing()
    }
    const after = await listRunAllTimes(tx)
    const changes = fieldChanges({ before: { times: before }, after: { times: after } })
    if (changes.length > 0) await recordActivity(tx, { subject: 'Run All', count: 1, changes })
    return after
  })
}
