import { isNotNull, notInArray } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { scheduleMarks } from '#server/storage/schema.ts'

/** Until when each scheduled time has been handled. */
export async function readMarks(orm: Orm): Promise<Map<string, Date>> {
  const rows = await orm.select().from(scheduleMarks)
  return new Map(rows.map((row) => [row.time, row.doneUntil]))
}

/** Marks the times in `done` as handled until `now`, and deletes the marks of all times that are not in `scheduled`. */
export async function writeMarks(
  tx: Orm,
  { done, scheduled, now }: { done: readonly string[]; scheduled: readonly string[]; now: Date },
): Promise<void> {
  await tx
    .delete(scheduleMarks)
    .where(scheduled.length > 0 ? notInArray(scheduleMarks.time, [...scheduled]) : isNotNull(scheduleMarks.time))
  if (done.length === 0) return
  await tx
    .insert(scheduleMarks)
    .values(done.map((time) => ({ time, doneUntil: now })))
    .onConflictDoUpdate({ target: scheduleMarks.time, set: { doneUntil: now } })
}
