import { and, eq, ne, notInArray } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { scheduleMarks } from '#server/storage/schema.ts'

/** Key of the mark of all intervals. Each poll handles the starts since the last poll. */
const INTERVALS = 'intervals'

/** Reads until when each scheduled time has been handled. */
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
    .where(and(ne(scheduleMarks.time, INTERVALS), notInArray(scheduleMarks.time, [...scheduled])))
  await markDone(tx, done, now)
}

/** Reads until when all intervals have been handled; undefined if there were no intervals. */
export async function readIntervalsMark(orm: Orm): Promise<Date | undefined> {
  const [row] = await orm.select().from(scheduleMarks).where(eq(scheduleMarks.time, INTERVALS))
  return row?.doneUntil
}

/** Writes the mark of all intervals. Undefined deletes it, so a new interval counts from its creation. */
export async function writeIntervalsMark(tx: Orm, doneUntil: Date | undefined): Promise<void> {
  if (doneUntil) await markDone(tx, [INTERVALS], doneUntil)
  else await tx.delete(scheduleMarks).where(eq(scheduleMarks.time, INTERVALS))
}

async function markDone(tx: Orm, times: readonly string[], doneUntil: Date): Promise<void> {
  if (times.length === 0) return
  await tx
    .insert(scheduleMarks)
    .values(times.map((time) => ({ time, doneUntil })))
    .onConflictDoUpdate({ target: scheduleMarks.time, set: { doneUntil } })
}
