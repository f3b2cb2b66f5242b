import { and, asc, eq, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { runs, scheduleMarks, tasks, taskTypes } from '#server/storage/schema.ts'

const eachTime = sql<string>`jsonb_array_elements_text(${tasks.scheduledTimes})`

/** The times of day at which active tasks are to run. */
export async function taskTimes(orm: Orm): Promise<string[]> {
  const rows = await orm.selectDistinct({ time: eachTime }).from(tasks).where(eq(tasks.isActive, true))
  return rows.map((row) => row.time)
}

export interface ScheduledTask {
  readonly id: number
  readonly name: string
  readonly typeName: string
  readonly times: string[]
}

/** The active tasks with times, in their order on the screen. */
export async function scheduledTasks(orm: Orm): Promise<ScheduledTask[]> {
  return await orm
    .select({ id: tasks.id, name: tasks.name, typeName: taskTypes.name, times: tasks.scheduledTimes })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(and(tasks.isActive, sql`${tasks.scheduledTimes} <> '[]'`))
    .orderBy(asc(taskTypes.position), asc(tasks.position))
}

/** The active tasks of a time that an earlier run keeps busy. */
export async function busyTasksAt(orm: Orm, time: string): Promise<number[]> {
  const rows = await orm
    .select({ id: tasks.id })
    .from(tasks)
    .innerJoin(runs, and(eq(runs.taskId, tasks.id), isNull(runs.endedAt)))
    .where(and(tasks.isActive, sql`${tasks.scheduledTimes} @> ${JSON.stringify([time])}::jsonb`))
  return rows.map((row) => row.id)
}

/** Until when each time of day has been dealt with. */
export async function readMarks(orm: Orm): Promise<Map<string, Date>> {
  const rows = await orm.select().from(scheduleMarks)
  return new Map(rows.map((row) => [row.time, row.doneUntil]))
}

/** Marks times as dealt with until `now` and forgets those that are not `kept`. */
export async function writeMarks(
  tx: Orm,
  { done, kept, now }: { done: readonly string[]; kept: readonly string[]; now: Date },
): Promise<void> {
  await tx
    .delete(scheduleMarks)
    .where(kept.length > 0 ? notInArray(scheduleMarks.time, [...kept]) : isNotNull(scheduleMarks.time))
  if (done.length === 0) return
  await tx
    .insert(scheduleMarks)
    .values(done.map((time) => ({ time, doneUntil: now })))
    .onConflictDoUpdate({ target: scheduleMarks.time, set: { doneUntil: now } })
}
